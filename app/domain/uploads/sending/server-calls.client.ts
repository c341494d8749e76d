import * as v from "valibot";
import { throwIfAborted } from "~/platform/formats/abort";
import type { PieceRange } from "../pieces";
import { STORAGE_BACKENDS } from "../storage-backend";
import { STANDARD_MAX_BYTES } from "../upload-plan";
import {
  FileChangedError,
  type FileJob,
  type Hashes,
  type Report,
  type StoredPart,
  type UploadMetadata,
} from "./file-job.client";
import {
  type FileRequest,
  type JsonRequest,
  parseReply,
  REQUEST_MS,
  RefusedError,
  STALL_MS,
  type Transport,
  TransportError,
} from "./transport";

const number = v.pipe(v.number(), v.integer(), v.minValue(0));
const pieceSchema = v.object({ part: number, offset: number, size: number });

const openedSchema = v.object({
  uploadId: v.string(),
  uploadUrl: v.string(),
  /** Where the pieces of part 1 go; without it that has to be asked for. */
  piecesUrl: v.optional(v.string()),
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  held: v.optional(v.array(number), []),
  pieces: v.optional(v.array(pieceSchema), []),
  state: v.optional(v.picklist(["open", "complete"]), "open"),
  /** Whether it was there before, by what the server was told of the file. */
  goesOn: v.optional(v.boolean(), false),
  carrier: v.optional(v.picklist(STORAGE_BACKENDS), "own"),
  /** Whether pieces may come compressed. */
  compression: v.optional(v.boolean(), false),
  url: v.optional(v.string()),
  /** The version of its slot. */
  version: number,
});
/** Whether the server may have this file already, which only the hash of all of it tells. */
const needsHashSchema = v.object({ needsHash: v.literal(true) });
/** An upload as the server has it: `held` and `pieces` need not be sent. */
export type Opened = v.InferOutput<typeof openedSchema>;

const linksSchema = v.object({
  urls: v.array(v.object({ number, url: v.string(), piecesUrl: v.string() })),
});
const statusSchema = v.object({
  state: v.string(),
  size: number,
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  parts: v.array(number),
  pieces: v.optional(v.array(pieceSchema), []),
});
const joinedSchema = v.object({ number, etag: v.string() });
const finishedSchema = v.object({
  url: v.string(),
  fileId: v.string(),
  version: v.optional(number),
});
const UPLOADS = "/api/cloud-storage/uploads";

async function call<const S extends v.GenericSchema>(
  transport: Transport,
  ask: Omit<JsonRequest, "limitMs"> & { limitMs?: number },
  schema: S,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const answer = await transport.ask({ limitMs: STALL_MS, ...ask }, signal);
  throwIfAborted(signal);
  return parseReply(answer, schema);
}

const post = (path: string, body: object) => ({ method: "POST" as const, path, body });

/**
 * Tells the server which file is chosen; it answers with what it has of it already.
 * @param sha256 of all of it; null while that is not known.
 */
function openCall(
  transport: Transport,
  file: UploadMetadata,
  { sha256, version }: { sha256: string | null; version: number },
  partSize: number,
  signal: AbortSignal,
): Promise<Opened | { needsHash: true }> {
  const { fileName, size: fileSize, type: contentType, kind: fileType, slot } = file;
  const { fingerprint, draftId: sessionId, choice, ownChoices } = file;
  const identity = { sessionId, fingerprint, sha256, choice, ownChoices, version };
  const body = { fileName, fileSize, contentType, fileType, slot, ...identity, partSize };
  const schema = v.union([openedSchema, needsHashSchema]);
  return call(transport, post("/api/cloud-storage/upload-url", body), schema, signal);
}

/** Has the server sign links to parts. `storedParts` reports parts that went straight to storage. */
async function linksCall(
  transport: Transport,
  uploadId: string,
  numbers: readonly number[],
  storedParts: readonly StoredPart[],
  signal: AbortSignal,
) {
  const body = storedParts.length > 0 ? { numbers, stored: storedParts } : { numbers };
  const path = `${UPLOADS}/${uploadId}/part-urls`;
  return (await call(transport, post(path, body), linksSchema, signal)).urls;
}

/** Asks what the server has of an upload. */
export function statusCall(transport: Transport, uploadId: string, signal: AbortSignal) {
  const path = `${UPLOADS}/${uploadId}`;
  return call(transport, { method: "GET", path }, statusSchema, signal);
}

/** Has the server drop an upload. */
export function dropCall(transport: Transport, uploadId: string, signal: AbortSignal) {
  const path = `${UPLOADS}/${uploadId}`;
  return call(transport, { method: "DELETE", path }, v.unknown(), signal);
}

/**
 * Has the pieces of a part joined.
 * @returns the stretches that the server lacks for that; undefined when it has joined them.
 */
async function joinCall(
  transport: Transport,
  uploadId: string,
  part: number,
  signal: AbortSignal,
): Promise<PieceRange[] | undefined> {
  const ask = post(`${UPLOADS}/${uploadId}/parts/${part}/join`, {});
  try {
    await call(transport, { ...ask, limitMs: REQUEST_MS }, joinedSchema, signal);
    return undefined;
  } catch (error) {
    const lacks = error instanceof RefusedError ? v.safeParse(missingPieces, error.reply) : null;
    if (lacks?.success) return lacks.output.missing;
    throw error;
  }
}

/** The calls about one upload that go beside its bytes. */
export function controlCalls(transport: Transport, uploadId: string) {
  return {
    status: (signal: AbortSignal) => statusCall(transport, uploadId, signal),
    links: (numbers: readonly number[], storedParts: readonly StoredPart[], signal: AbortSignal) =>
      linksCall(transport, uploadId, numbers, storedParts, signal),
    join: (part: number, signal: AbortSignal) => joinCall(transport, uploadId, part, signal),
  };
}

/** Asks the server to join the parts and to judge the file. */
export function finishCall(
  transport: Transport,
  uploadId: string,
  { hashes, stored }: { hashes?: Hashes; stored: readonly StoredPart[] },
  signal: AbortSignal,
) {
  const body = { uploadId, ...hashes, ...(stored.length > 0 && { stored }) };
  const ask = post("/api/cloud-storage/process-upload", body);
  return call(transport, { ...ask, limitMs: REQUEST_MS }, finishedSchema, signal);
}

const missingParts = v.object({ missing: v.array(number) });
const missingPieces = v.object({ missing: v.array(v.object({ offset: number, size: number })) });

/** The parts that a refused `process-upload` asks for again; undefined when it asks for none. */
export function requestedParts(error: RefusedError): number[] | undefined {
  const result = v.safeParse(missingParts, error.reply);
  return result.success ? result.output.missing : undefined;
}

/**
 * Sends a whole file in one call (specification, section 7: at most 15 MB, 5 minutes).
 * @param on `drainMs`: see `FileRequest`.
 */
export async function standardCall(
  transport: Transport,
  form: FormData,
  on: Pick<FileRequest, "onProgress" | "drainMs">,
  signal: AbortSignal,
) {
  const answer = await transport.send(
    {
      method: "POST",
      url: "/api/upload",
      body: form,
      limitMs: REQUEST_MS,
      ...on,
      onSent: () => undefined,
    },
    signal,
  );
  throwIfAborted(signal);
  return parseReply(answer, finishedSchema);
}

/** Repeats a call until it is answered; see `withRetries`. */
type Persist = <T>(ask: () => Promise<T>) => Promise<T>;

/**
 * Has the server make a file the last choice of its slot, and open an upload for it or go on with what
 * it has of it. Where it may have another file of the same fingerprint, such as the master before this
 * one, of the same length and with the same silence at its ends, all of this one is read first.
 * @throws FileChangedError where it cannot be read, or what the call throws.
 */
export async function requestUpload(
  transport: Transport,
  job: Pick<FileJob, "file" | "partSize" | "sha256" | "sha256Known" | "hashes" | "version">,
  { persist, signal, report }: { persist: Persist; signal: AbortSignal; report: Report },
): Promise<Opened> {
  const ask = (sha256: string | null) =>
    persist(() => {
      const identity = { sha256, version: job.version.read() };
      return openCall(transport, job.file, identity, job.partSize, signal);
    });
  // A small one is read in no time.
  const isSmall = job.file.size <= STANDARD_MAX_BYTES;
  const knownSha256 = job.sha256Known() ?? (isSmall ? await job.sha256() : null);
  let reply = await ask(knownSha256);
  if ("needsHash" in reply) {
    report({ phase: "checking", stored: 0, inFlight: 0, text: undefined, rate: undefined });
    const hashes = await job.hashes(job.partSize);
    throwIfAborted(signal);
    if (!hashes) throw new FileChangedError();
    reply = await ask(hashes.sha256);
  }
  if ("needsHash" in reply)
    throw new TransportError("Failed to parse server response", { cut: false });
  job.version.write(reply.version);
  return reply;
}
