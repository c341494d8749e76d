import type { Clock } from "~/platform/clock";
import type { Upload } from "../upload";
import { partRange } from "../upload-plan";
import { withBodyTimeout } from "./body-timeout.server";
import { type ClosedReason, closedReason, resolveClosedReason } from "./closed-upload.server";
import { recordPart } from "./part-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";

/** `length` is the Content-Length. */
export interface IncomingBytes {
  number: number;
  length: number;
  body: ReadableStream;
}

type PartResult =
  | { ok: true; etag: string }
  | { ok: false; status: 400; text: string }
  | ClosedReason;

export const NO_SUCH_PART = {
  ok: false,
  status: 400,
  text: "This upload has no such part.",
} as const;

/** Stores one part as a stream, not in memory. @throws BodyStalledError */
export async function receivePart(
  deps: ReceivingDeps,
  upload: Upload,
  { number, length, body }: IncomingBytes,
  clock: Clock,
): Promise<PartResult> {
  const refusal = closedReason(upload);
  if (refusal) return refusal;
  const range = partRange(upload.size, upload.partSize, number);
  if (!range) return NO_SUCH_PART;
  const size = range.end - range.start;
  if (length !== size) {
    const text = `Part ${number} must have ${size} bytes, not ${length}.`;
    return { ok: false, status: 400, text };
  }
  const carrier = backendOfUpload(deps, upload);
  let etag: string;
  try {
    etag = await withBodyTimeout(body, length, (incoming) =>
      carrier.putPart(upload.key, upload.multipartId, number, incoming, length),
    );
  } catch (error) {
    if (!carrier.problem(error)) throw error;
    return resolveClosedReason(deps, upload, clock);
  }
  const recorded = await recordPart(deps.db, upload, { number, etag, size }, clock());
  return recorded ? { ok: true, etag } : resolveClosedReason(deps, upload, clock);
}
