import * as v from "valibot";
import type { StorageBackendName } from "../../storage-backend";
import {
  type FileRequest,
  parseReply,
  RefusedError,
  TransportError,
  type UploadDeps,
} from "../transport";

/** The bytes that one request carries: a whole part, or a piece of one. */
export interface PartBytes {
  body: Blob;
  /** Bytes of the file; more than the body has where that is compressed. */
  size: number;
  isWhole: boolean;
  isCompressed: boolean;
}

/** How much of it the server has now, from its first byte on. */
export interface Receipt {
  size: number;
  /** Of a part that went straight to storage. */
  etag?: string | undefined;
}

/** The signed link does not open any more; nothing is wrong with the bytes. */
export class ExpiredLinkError extends Error {
  override readonly name = "ExpiredLinkError";
}

/** The file cannot be read. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** The server takes this range as it is, and not compressed. */
export class UncompressedOnlyError extends Error {
  override readonly name = "UncompressedOnlyError";
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const partReply = v.object({ number: v.number(), etag: v.string() });
const pieceReply = v.object({ part: v.number(), offset: v.number(), size: count });
const cutReply = v.object({ held: v.pipe(count, v.minValue(1)) });

/**
 * What an answer says. Storage itself answers with a header and no JSON; on our own origin anything
 * but JSON comes from somebody in between.
 */
function readReceipt(
  { size, isWhole }: PartBytes,
  carrier: StorageBackendName,
  { body, etag }: { body: unknown; etag?: string },
): Receipt {
  if (!isWhole && v.is(pieceReply, body)) return { size: Math.min(body.size, size) };
  if (isWhole && carrier === "s3" && etag) return { size, etag };
  if (isWhole && carrier === "own" && v.is(partReply, body)) return { size };
  throw new TransportError("Failed to parse server response", { cut: false });
}

const canReadNow = (bytes: Blob) =>
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      ({ byteLength }) => byteLength > 0,
      () => false,
    );

const READ_AGAIN_MS = 1_000;

/**
 * Whether bytes can be read: a file that has changed on disk gives none any more. Phones that have taken
 * one back may hand out an empty one. Browsers also stop reading, for a moment, when a page begins to be
 * left, and then it may stay after all.
 */
async function canRead(
  { pause }: Pick<UploadDeps, "pause">,
  bytes: Blob,
  signal: AbortSignal,
): Promise<boolean> {
  if (await canReadNow(bytes)) return true;
  await pause(READ_AGAIN_MS, signal);
  return canReadNow(bytes);
}

/** Where and how it goes. */
type Way = Pick<FileRequest, "url" | "drainMs" | "onProgress" | "onSent"> & {
  carrier: StorageBackendName;
};

/**
 * Sends bytes of a part, once.
 * @throws TransportError, RefusedError, ExpiredLinkError, UnreadableError, UncompressedOnlyError.
 */
export async function sendPartBytes(
  deps: Pick<UploadDeps, "transport" | "pause">,
  bytes: PartBytes,
  { carrier, ...way }: Way,
  signal: AbortSignal,
): Promise<Receipt> {
  const { body, isCompressed, isWhole, size } = bytes;
  if (!isCompressed && body.size !== size) throw new UnreadableError();
  const answer = await deps.transport.send({ method: "PUT", body, ...way }, signal);
  if (answer.kind === "none") {
    // Browsers tell a file that has changed on disk from a lost connection only when it is read.
    const isLost = answer.sentAll || signal.aborted || (await canRead(deps, body, signal));
    if (!isLost) throw new UnreadableError();
    throw new TransportError(answer.text, { cut: true });
  }
  const { status } = answer;
  if (status >= 200 && status < 300) return readReceipt(bytes, carrier, answer);
  if (status === 403) throw new ExpiredLinkError();
  if (!isWhole && v.is(cutReply, answer.body)) return { size: Math.min(answer.body.held, size) };
  if (isCompressed && (status === 400 || status === 415)) throw new UncompressedOnlyError();
  parseReply(answer, v.never());
  throw new RefusedError("Upload failed", status);
}
