import type { AudioFindings } from "~/media/audio-findings";
import { STANDARD_MAX_BYTES } from "../plan";
import { openLine } from "./in-line";
import { type Intake, listenTo, takeIn } from "./intake.client";
import { findCopy, mayCopy } from "./local-copies.client";
import type { IntakeOrder } from "./reading-messages";

/** One large file is read at a time, and one small one: each takes processors and the disk. */
const desk = openLine(STANDARD_MAX_BYTES);

interface Order extends IntakeOrder {
  /** Whether it is a WAV file that is to be listened to. */
  listen: boolean;
}

/** What is read of one file: from the file itself, or from its copy once that is needed. */
export interface Source {
  bytes(): Blob;
  /** What reading all of it gave; see {@link takeIn}. */
  intake: Promise<Intake | undefined>;
  /** What listening to it gave; see {@link listenTo}. */
  findings: Promise<AudioFindings | undefined>;
  hashes(partSize: number): Promise<Intake | undefined>;
  /** Goes over to the copy. @returns false when there is none, or it is what is read already. */
  recover(): Promise<boolean>;
}

/** Reads a file when its turn comes. */
function readInTurn({ listen, ...order }: Order, signal: AbortSignal) {
  const { file, copyAs } = order;
  const turn = desk.turn(file.size, signal, () => undefined).catch(() => undefined);
  const intake = turn.then(async (mine) => {
    if (!mine) return undefined;
    const room = copyAs === null || (await mayCopy(file.size));
    return takeIn(room ? order : { ...order, copyAs: null }, signal);
  });
  const findings = turn.then((mine) => (mine && listen ? listenTo(file, signal) : undefined));
  void Promise.allSettled([intake, findings]).then(async () => (await turn)?.end());
  return { intake, findings };
}

/** Begins to read a file. */
export function openSource(order: Order, name: string, signal: AbortSignal): Source {
  let source = order.file;
  const { intake, findings } = readInTurn(order, signal);
  return {
    bytes: () => source,
    intake,
    findings,
    async hashes(partSize) {
      const read = await intake;
      if (!read || partSize === order.partSize) return read;
      const again = { file: source, partSize, copyAs: null, listen: false };
      return readInTurn(again, signal).intake;
    },
    async recover() {
      if (source !== order.file || !(await intake)?.copied) return false;
      const copy = await findCopy(name, order.file.size);
      if (!copy) return false;
      source = copy;
      return true;
    },
  };
}
