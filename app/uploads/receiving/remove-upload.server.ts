import { piecesPrefix } from "../pieces";
import type { Upload } from "../upload";
import { forgetPieces } from "./part-store.server";
import { carrierOf, type UploadRooms } from "./upload-rooms.server";
import { deleteUpload, uploadsInSlot } from "./upload-store.server";

/** Removes the pieces of an upload, or those of one of its parts. */
export async function removePieces(
  rooms: UploadRooms,
  upload: Upload,
  part?: number,
): Promise<void> {
  const carrier = carrierOf(rooms, upload);
  const prefix = piecesPrefix(upload.id) + (part === undefined ? "" : `${part}/`);
  await carrier.remove(...(await carrier.list(prefix)));
  await forgetPieces(rooms.db, upload.id, { part });
}

/** Removes the bytes of an upload, whole or not; what is already gone does not matter. */
export async function removeBytes(rooms: UploadRooms, upload: Upload): Promise<void> {
  const carrier = carrierOf(rooms, upload);
  if (upload.state === "open") await carrier.abort(upload.key, upload.multipartId);
  await removePieces(rooms, upload);
  await carrier.remove(upload.key);
}

/** Removes an upload and its bytes. */
export async function removeUpload(rooms: UploadRooms, upload: Upload): Promise<void> {
  await removeBytes(rooms, upload);
  await deleteUpload(rooms.db, upload.id);
}

/** Empties a slot of a draft, because the artist asked for it. */
export async function emptySlot(rooms: UploadRooms, draftId: string, slot: string): Promise<void> {
  for (const upload of await uploadsInSlot(rooms.db, { draftId, slot }))
    await removeUpload(rooms, upload);
}
