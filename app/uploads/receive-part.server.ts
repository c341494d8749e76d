import type { Clock } from "~/platform/clock";
import { partRange } from "./plan";
import type { UploadRooms } from "./remove-upload.server";
import type { Upload } from "./upload";
import { recordPart } from "./upload-store.server";

export type PartResult =
  | { ok: true; etag: string }
  | { ok: false; status: 400 | 409; text: string };

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
  if (upload.state !== "open")
    return { ok: false, status: 409, text: "This upload is already finished." };
  const range = partRange(upload.size, upload.partSize, part.number);
  if (!range) return { ok: false, status: 400, text: `This upload has no part ${part.number}.` };
  const wanted = range.end - range.start;
  if (part.length !== wanted)
    return {
      ok: false,
      status: 400,
      text: `Part ${part.number} must have ${wanted} bytes, not ${part.length}.`,
    };
  const stored = await rooms.files
    .resumeMultipartUpload(upload.key, upload.multipartId)
    .uploadPart(part.number, part.body);
  await recordPart(
    rooms.db,
    { uploadId: upload.id, number: part.number, etag: stored.etag, size: wanted },
    clock(),
  );
  return { ok: true, etag: stored.etag };
}
