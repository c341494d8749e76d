import { removeUpload } from "./remove-upload.server";
import type { UploadRooms } from "./upload-rooms.server";
import { allUploads } from "./upload-store.server";

/**
 * Removes every upload of a draft whose slot is none of `slots`, whatever its state: the files of
 * tracks that are gone, and artwork that is no longer asked for.
 */
export async function removeOrphans(
  rooms: UploadRooms,
  draftId: string,
  slots: ReadonlySet<string>,
): Promise<void> {
  for (const upload of await allUploads(rooms.db, draftId))
    if (!slots.has(upload.slot)) await removeUpload(rooms, upload);
}
