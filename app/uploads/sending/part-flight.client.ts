import * as v from "valibot";
import type { CarrierName } from "../carrier";
import { canRead, type UploadWorld } from "./file-job.client";
import { passes, RefusedError, readAnswer, TransportError } from "./label-answer.client";
import type { Send } from "./transport";
import type { Unit } from "./work-list";

/** Worth another try. */
export interface Again {
  kind: "again";
  text: string;
  /** Whether the connection was cut, rather than the server being unwell. */
  cut: boolean;
  /** It may have arrived all the same: the label is to be asked before it goes again. */
  doubtful: boolean;
  /** The label asked for a pause, which says nothing about the part. */
  busy: boolean;
  retryAfterMs?: number;
}

/** How sending a part or a piece ended. */
export type Landing =
  | { kind: "stored"; etag?: string }
  /** The link does not open any more; nothing is wrong with the part. */
  | { kind: "expired" }
  | Again
  | { kind: "unreadable" }
  | { kind: "refused"; error: RefusedError };

/** Statuses by which those in between say that they do not know what became of a request. */
const LOST_BETWEEN = [502, 504, 520, 524];

const partReply = v.object({ number: v.number(), etag: v.string() });
const pieceReply = v.object({ part: v.number(), offset: v.number(), size: v.number() });

/**
 * What an answer says of a unit. Storage itself answers with a header and no JSON; on our own
 * origin anything but JSON comes from somebody in between.
 */
function landed(
  unit: Unit,
  carrier: CarrierName,
  { body, etag }: { body: unknown; etag?: string },
): Landing {
  const unclear: Landing = {
    kind: "again",
    text: "Failed to parse server response",
    cut: false,
    doubtful: true,
    busy: false,
  };
  if (!unit.whole) return v.is(pieceReply, body) ? { kind: "stored" } : unclear;
  if (carrier === "s3") return etag ? { kind: "stored", etag } : unclear;
  return v.is(partReply, body) ? { kind: "stored" } : unclear;
}

/** Sends one unit, once. Never rejects. */
export async function fly(
  world: Pick<UploadWorld, "transport">,
  unit: Unit,
  way: Pick<Send, "url" | "body" | "drainMs" | "onProgress" | "onSent"> & { carrier: CarrierName },
  signal: AbortSignal,
): Promise<Landing> {
  const { carrier, ...request } = way;
  if (way.body instanceof Blob && way.body.size !== unit.size) return { kind: "unreadable" };
  const answer = await world.transport.send({ method: "PUT", ...request }, signal);
  if (answer.kind === "none") {
    const { text, sentAll: doubtful } = answer;
    // Browsers tell a file that has changed on disk from a lost connection only when it is read.
    if (!doubtful && !signal.aborted && way.body instanceof Blob && !(await canRead(way.body)))
      return { kind: "unreadable" };
    return { kind: "again", text, cut: true, doubtful, busy: false };
  }
  const { status, retryAfterMs } = answer;
  if (status >= 200 && status < 300) return landed(unit, carrier, answer);
  if (status === 403) return { kind: "expired" };
  try {
    readAnswer(answer, v.never());
  } catch (error) {
    if (error instanceof RefusedError) return { kind: "refused", error };
    if (error instanceof TransportError && passes(status)) {
      const doubtful = LOST_BETWEEN.includes(status);
      const busy = status === 429;
      return { kind: "again", text: error.message, cut: false, doubtful, retryAfterMs, busy };
    }
    throw error;
  }
  throw new Error("A refused part has an error");
}
