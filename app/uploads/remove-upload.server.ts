import type { Database } from "~/platform/database.server";
import type { Upload } from "./upload";
import { deleteUpload, uploadsInSlot } from "./upload-store.server";

/** Where files and their records live. */
export interface UploadRooms {
  db: Database;
  files: R2Bucket;
}

/** Removes an upload and its bytes; what is already gone does not matter. */
export async function removeUpload(rooms: UploadRooms, upload: Upload): Promise<void> {
  if (upload.state === "open") {
    // Fails when the bucket has dropped or completed the multipart upload already.
    await rooms.files
      .resumeMultipartUpload(upload.key, upload.multipartId)
      .abort()
      .catch(() => undefined);
  }
  await rooms.files.delete(upload.key);
  await deleteUpload(rooms.db, upload.id);
}

/** Empties a slot of a draft, because the artist asked for it. */
export async function emptySlot(rooms: UploadRooms, draftId: string, slot: string): Promise<void> {
  for (const upload of await uploadsInSlot(rooms.db, draftId, slot))
    await removeUpload(rooms, upload);
}
