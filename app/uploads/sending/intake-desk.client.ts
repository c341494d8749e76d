import { STANDARD_MAX_BYTES } from "../plan";
import { openLine } from "./in-line";
import { type Intake, takeIn } from "./intake.client";
import type { IntakeOrder } from "./intake-messages";
import { findCopy, mayCopy } from "./local-copies.client";

/** One large file is read at a time, and one small one: each takes a processor and the disk. */
const desk = openLine(STANDARD_MAX_BYTES);

/** Reads a file when its turn comes; see {@link takeIn}. */
export async function takeInTurn(
  order: IntakeOrder,
  signal: AbortSignal,
): Promise<Intake | undefined> {
  const turn = await desk.turn(order.file.size, signal, () => undefined).catch(() => undefined);
  if (!turn) return undefined;
  try {
    const room = order.copyAs === null || (await mayCopy(order.file.size));
    return await takeIn(room ? order : { ...order, copyAs: null }, signal);
  } finally {
    turn.end();
  }
}

/** What is read of one file: from the file itself, or from its copy once that is needed. */
export interface Source {
  bytes(): Blob;
  /** What reading all of it gave; see {@link takeIn}. */
  intake: Promise<Intake | undefined>;
  hashes(partSize: number): Promise<Intake | undefined>;
  /** Goes over to the copy. @returns false when there is none, or it is what is read already. */
  recover(): Promise<boolean>;
}

/** Begins to read a file. */
export function openSource(order: IntakeOrder, name: string, signal: AbortSignal): Source {
  let source = order.file;
  const intake = takeInTurn(order, signal);
  return {
    bytes: () => source,
    intake,
    async hashes(partSize) {
      const read = await intake;
      if (!read || partSize === order.partSize) return read;
      return takeInTurn({ file: source, partSize, copyAs: null, listen: false }, signal);
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
