import * as v from "valibot";
import type { StorageBackendName } from "../storage-backend";
import {
  type FileRequest,
  parseReply,
  RefusedError,
  shouldRetryLater,
  TransportError,
  type UploadDeps,
} from "./transport";
import type { SendUnit } from "./work-list";

/** Worth another try. */
export interface RetryableFailure {
  kind: "again";
  text: string;
  /** Whether the connection was cut, rather than the server being unwell. */
  cut: boolean;
  /** It may have arrived all the same: the server is to be asked before it goes again. */
  doubtful: boolean;
  /** The server asked for a pause, which says nothing about the part. */
  busy: boolean;
  retryAfterMs?: number;
}

/** How sending a part or a piece ended. */
export type UnitResult =
  | { kind: "stored"; etag?: string }
  /** The server has the first `bytes` of the piece, and wants what follows them. */
  | { kind: "partial"; bytes: number }
  /** The link does not open any more; nothing is wrong with the part. */
  | { kind: "expired" }
  /** It stood still while others that began later were answered, and was given up. */
  | { kind: "overtaken" }
  | RetryableFailure
  | { kind: "unreadable" }
  | { kind: "refused"; error: RefusedError };

/** Statuses by which those in between say that they do not know what became of a request. */
const LOST_BETWEEN = [502, 504, 520, 524];

const partReply = v.object({ number: v.number(), etag: v.string() });
const partialReply = v.object({ held: v.pipe(v.number(), v.integer(), v.minValue(1)) });
const pieceReply = v.object({ part: v.number(), offset: v.number(), size: v.number() });

/**
 * What an answer says of a unit. Storage itself answers with a header and no JSON; on our own
 * origin anything but JSON comes from somebody in between.
 */
function readLanding(
  unit: SendUnit,
  carrier: StorageBackendName,
  { body, etag }: { body: unknown; etag?: string },
): UnitResult {
  const unclear: UnitResult = {
    kind: "again",
    text: "Failed to parse server response",
    cut: false,
    doubtful: true,
    busy: false,
  };
  if (!unit.whole) {
    if (!v.is(pieceReply, body)) return unclear;
    return body.size < unit.size ? { kind: "partial", bytes: body.size } : { kind: "stored" };
  }
  if (carrier === "s3") return etag ? { kind: "stored", etag } : unclear;
  return v.is(partReply, body) ? { kind: "stored" } : unclear;
}

const canReadNow = (bytes: Blob) =>
  bytes
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const READ_AGAIN_MS = 1_000;

/**
 * Whether bytes can be read: a file that has changed on disk gives none any more. Browsers also stop
 * reading, for a moment, when a page begins to be left, and then it may stay after all.
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

/** The request that carries a unit. */
interface UnitRequest extends Pick<FileRequest, "url" | "drainMs" | "onProgress" | "onSent"> {
  body: Blob;
  carrier: StorageBackendName;
}

/** Sends one unit, once. Never rejects. */
export async function sendUnit(
  deps: Pick<UploadDeps, "transport" | "pause">,
  unit: SendUnit,
  { carrier, ...request }: UnitRequest,
  signal: AbortSignal,
): Promise<UnitResult> {
  const { body } = request;
  if (body.size !== unit.size) return { kind: "unreadable" };
  const answer = await deps.transport.send({ method: "PUT", ...request }, signal);
  if (answer.kind === "none") {
    const { text, sentAll: doubtful } = answer;
    // Browsers tell a file that has changed on disk from a lost connection only when it is read.
    if (!doubtful && !signal.aborted && !(await canRead(deps, body, signal)))
      return { kind: "unreadable" };
    return { kind: "again", text, cut: true, doubtful, busy: false };
  }
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return readLanding(unit, carrier, answer);
  if (status === 403) return { kind: "expired" };
  if (!unit.whole && v.is(partialReply, answer.body))
    return { kind: "partial", bytes: answer.body.held };
  try {
    parseReply(answer, v.never());
  } catch (error) {
    if (error instanceof RefusedError) return { kind: "refused", error };
    if (error instanceof TransportError) {
      const doubtful = LOST_BETWEEN.includes(status);
      const busy = status === 429 || shouldRetryLater({ status, retryAfterMs });
      return { kind: "again", text: error.message, cut: false, doubtful, retryAfterMs, busy };
    }
    throw error;
  }
  throw new Error("A refused part has an error");
}
