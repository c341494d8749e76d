import type { AudioFindings } from "~/domain/media/audio-findings";
import { blobReader, type RangeReader } from "~/domain/media/range-reader";
import { hex } from "~/platform/formats/hex";
import { artworkAdvice, audioAdvice } from "../advice/advice";
import type { Advice } from "../advice/advice-shape";
import { type ProbeResult, probeArtwork, probeAudio, probeCustomArtwork } from "../file-probe";
import { pictureOf } from "../probe";
import type { UploadDeps } from "../sending/transport.client";
import type { UploadKind } from "../upload-kinds";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import { createUploadScheduler } from "../upload-scheduler";
import { canCopy, findCopy } from "./local-copies.client";
import {
  analysisMessageSchema,
  type IngestRequest,
  ingestMessageSchema,
  runInWorker,
  WorkerUnavailableError,
} from "./worker-messages.client";

/** The SHA-256 of a file and of each of its parts, in hexadecimal digits. */
export interface Hashes {
  sha256: string;
  partSha256: string[];
}

/** For a file that cannot be read (specification, wizard, section 5, "Audio file"). */
const UNREADABLE = "Failed to process file";

/** The file at hand is not the one that was chosen. */
export class FileChangedError extends Error {
  override readonly name = "FileChangedError";
  override readonly message =
    `${UNREADABLE}. It has changed or moved on your device since you chose it. Choose it again and it's sent from the start.`;
}

/** Bytes of a file's head and of its tail that the fingerprint is made of. */
const END_BYTES = 64 * 1024;

/**
 * What a file is known by when it is chosen again, whatever its name or date: the SHA-256, in
 * hexadecimal digits, of its size in ASCII digits, its first 64 KiB and its last 64 KiB.
 * @param digest SHA-256 of what it is given.
 */
export async function fingerprint(
  readRange: RangeReader,
  size: number,
  digest: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>,
): Promise<string> {
  const from = Math.max(0, size - END_BYTES);
  const [head, tail] = await Promise.all([
    readRange(0, Math.min(size, END_BYTES)),
    readRange(from, size - from),
  ]);
  const digits = new TextEncoder().encode(String(size));
  const all = new Uint8Array(digits.length + head.length + tail.length);
  all.set(digits);
  all.set(head, digits.length);
  all.set(tail, digits.length + head.length);
  return hex(await digest(all));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (subtle) return new Uint8Array(await subtle.digest("SHA-256", bytes));
  // Browsers give subtle crypto over TLS and on this machine only.
  const { digestInPage } = await import("./plain-hash.client");
  return digestInPage(bytes);
}

/** Whether a chosen file can be taken, by its header; reads a few blocks of it only. */
export async function validateHeader(file: File, kind: UploadKind): Promise<ProbeResult> {
  const readRange = blobReader(file);
  try {
    if (kind === "track") return await probeAudio(readRange, file.size, file.name);
    if (kind === "artwork") return await probeArtwork(readRange, file.size);
    return await probeCustomArtwork(readRange, file.size);
  } catch {
    return { ok: false, text: new FileChangedError().message };
  }
}

/** What the artist should know of a picture. */
export async function pictureAdvice(file: Blob): Promise<Advice[]> {
  try {
    const result = await probeCustomArtwork(blobReader(file), file.size);
    const picture = result.ok ? pictureOf(result.probe) : undefined;
    return picture ? artworkAdvice(picture) : [];
  } catch {
    // It can be told no more; whoever sends the file will find out why.
    return [];
  }
}

/** What is shown of a track that was listened to. */
export function heardIn(findings: AudioFindings) {
  const { fingerprint: audio, waveform, loudness } = findings;
  return { advice: audioAdvice(findings), audio, waveform, loudness: loudness ?? undefined };
}

/** What the file is known by. @throws FileChangedError when it cannot be read. */
export async function fingerprintOf(file: Blob): Promise<string> {
  try {
    return await fingerprint(blobReader(file), file.size, sha256);
  } catch {
    throw new FileChangedError();
  }
}

/** SHA-256 of a file that fits into memory. @throws FileChangedError when it cannot be read. */
export async function sha256Of(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new FileChangedError();
  });
  return hex(await sha256(new Uint8Array(bytes)));
}

interface IngestedFile extends Hashes {
  /** Whether there is a whole copy on this device. */
  copied: boolean;
}

function unlessBroken(error: unknown): undefined {
  if (!(error instanceof WorkerUnavailableError)) throw error;
}

/**
 * Reads a file once, in a worker: hashes it and copies it to this device. Where there is no worker
 * the page hashes it, and there is no copy.
 * @returns undefined when the file cannot be read, or `signal` has aborted.
 */
async function takeIn(
  order: IngestRequest,
  signal: AbortSignal,
): Promise<IngestedFile | undefined> {
  try {
    return await runInWorker("ingest", order, ingestMessageSchema, signal);
  } catch (error) {
    unlessBroken(error);
  }
  try {
    const { hashInPage } = await import("./plain-hash.client");
    if (signal.aborted) return undefined;
    const hashes = await hashInPage(order.file, order.partSize);
    return { ...hashes, copied: false };
  } catch {
    return undefined;
  }
}

/**
 * Listens to a WAV file, in a worker beside the one that takes it in: devices have processors for
 * both.
 * @returns undefined when it cannot be listened to, or `signal` has aborted.
 */
async function listenTo(file: Blob, signal: AbortSignal): Promise<AudioFindings | undefined> {
  const reply = await runInWorker("analyze-audio", { file }, analysisMessageSchema, signal).catch(
    unlessBroken,
  );
  return reply?.findings ?? undefined;
}

/** One large file is read at a time, and one small one: each takes processors and the disk. */
const readers = createUploadScheduler(STANDARD_MAX_BYTES);
/** The same for listening, which takes long: no file's copy on this device waits for that. */
const listeners = createUploadScheduler(STANDARD_MAX_BYTES);

interface Order extends IngestRequest {
  /** Whether it is a WAV file that is to be listened to. */
  listen: boolean;
}

/** What is read of one file: from the file itself, or from its copy once that is needed. */
export interface IngestSource {
  bytes(): Blob;
  /** Has it read now, if it is not yet. */
  begin(): void;
  /** What reading all of it gave; see {@link takeIn}. */
  intake: Promise<IngestedFile | undefined>;
  /** What listening to it gave; see {@link listenTo}. */
  findings: Promise<AudioFindings | undefined>;
  hashes(partSize: number): Promise<IngestedFile | undefined>;
  /** Goes over to the copy. @returns false when there is none, or it is what is read already. */
  recover(): Promise<boolean>;
}

/** Does something with a file when its turn comes, unless `signal` aborts before. */
async function inTurn<T>(
  turns: typeof readers,
  size: number,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T | undefined> {
  const turn = await turns.turn(size, signal, () => undefined).catch(() => undefined);
  try {
    return turn && (await work());
  } finally {
    turn?.end();
  }
}

/** Reads a file when its turn comes, from `due` on. */
function readInTurn(
  { listen, ...order }: Order,
  signal: AbortSignal,
  due: Promise<void> = Promise.resolve(),
) {
  const { file, copyAs } = order;
  const takeInCopied = async () => {
    const room = copyAs === null || (await canCopy(file.size));
    return takeIn(room ? order : { ...order, copyAs: null }, signal);
  };
  const intake = due.then(() => inTurn(readers, file.size, signal, takeInCopied));
  const findings = due.then(() =>
    listen ? inTurn(listeners, file.size, signal, () => listenTo(file, signal)) : undefined,
  );
  return { intake, findings };
}

/**
 * Reading all of a file keeps a device's processors and its disk busy, and so the first bytes of it
 * waiting: it begins so much later, or as soon as somebody waits for it.
 */
const FIRST_BYTES_MS = 1_000;

/** Begins to read a file, after its first bytes have had time to leave. */
export function openIngestSource(
  order: Order,
  name: string,
  { signal, later }: { signal: AbortSignal; later: UploadDeps["later"] },
): IngestSource {
  let source = order.file;
  let begin = () => {};
  const due = new Promise<void>((resolve) => {
    begin = resolve;
    later(FIRST_BYTES_MS, resolve);
    signal.addEventListener("abort", begin, { once: true });
  });
  const { intake, findings } = readInTurn(order, signal, due);
  return {
    bytes: () => source,
    begin,
    intake,
    findings,
    async hashes(partSize) {
      begin();
      const hashes = await intake;
      if (!hashes || partSize === order.partSize) return hashes;
      const again = { file: source, partSize, copyAs: null, listen: false };
      return readInTurn(again, signal).intake;
    },
    async recover() {
      begin();
      if (source !== order.file || !(await intake)?.copied) return false;
      const copy = await findCopy(name, order.file.size);
      if (!copy) return false;
      source = copy;
      return true;
    },
  };
}
