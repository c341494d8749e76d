import type { Clock } from "~/platform/clock";
import { multipartProblem, UPLOAD_GONE } from "./bucket-error";
import { partRange } from "./plan";
import type { UploadRooms } from "./remove-upload.server";
import type { Upload } from "./upload";
import { findUpload, recordPart } from "./upload-store.server";

export type PartResult =
  | { ok: true; etag: string }
  | { ok: false; status: 400 | 409; text: string };

const FINISHED = "This upload is already finished.";

/**
 * Stores one part. The body goes to the bucket untouched: reading or cloning it here would hold
 * it in memory.
 * @param length the body's Content-Length in bytes; must be what the plan says for this part.
 */
export async function receivePart(
  rooms: UploadRooms,
  upload: Upload,
  part: { number: number; length: number; body: ReadableStream },
  clock: Clock,
): Promise<PartResult> {
  if (upload.state !== "open") return { ok: false, status: 409, text: FINISHED };
  const range = partRange(upload.size, upload.partSize, part.number);
  if (!range) return { ok: false, status: 400, text: "This upload has no such part." };
  const wanted = range.end - range.start;
  if (part.length !== wanted)
    return {
      ok: false,
      status: 400,
      text: `Part ${part.number} must have ${wanted} bytes, not ${part.length}.`,
    };
  let stored: R2UploadedPart;
  try {
    stored = await rooms.files
      .resumeMultipartUpload(upload.key, upload.multipartId)
      .uploadPart(part.number, part.body);
  } catch (error) {
    if (!multipartProblem(error)) throw error;
    const now = await findUpload(rooms.db, upload.id);
    return { ok: false, status: 409, text: now?.state === "complete" ? FINISHED : UPLOAD_GONE };
  }
  await recordPart(
    rooms.db,
    { uploadId: upload.id, number: part.number, etag: stored.etag, size: wanted },
    clock(),
  );
  return { ok: true, etag: stored.etag };
}
