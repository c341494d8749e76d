import { and, asc, eq, gte, lt, notExists } from "drizzle-orm";
import { type Log, reasonOf } from "~/monitoring/log";
import { addDays, type Clock } from "~/platform/clock";
import { OPEN_UPLOAD_DAYS } from "../plan";
import type { Upload } from "../upload";
import { forgetParts } from "./part-store.server";
import { removeBytes } from "./remove-upload.server";
import { uploadParts, uploadPieces, uploads } from "./tables.server";
import type { UploadRooms } from "./upload-rooms.server";
import { settleUpload, uploadOf } from "./upload-store.server";

/** One sweep settles no more; the next one goes on. */
const AT_ONCE = 50;

/** Open uploads that nothing was added to since `before`: neither a part nor a piece. */
async function staleUploads({ db }: UploadRooms, before: string): Promise<Upload[]> {
  const newerPart = db
    .select({ number: uploadParts.number })
    .from(uploadParts)
    .where(and(eq(uploadParts.uploadId, uploads.id), gte(uploadParts.createdAt, before)));
  const newerPiece = db
    .select({ part: uploadPieces.part })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploads.id), gte(uploadPieces.createdAt, before)));
  const rows = await db
    .select()
    .from(uploads)
    .where(
      and(
        eq(uploads.state, "open"),
        lt(uploads.updatedAt, before),
        notExists(newerPart),
        notExists(newerPiece),
      ),
    )
    .orderBy(asc(uploads.updatedAt))
    .limit(AT_ONCE);
  return rows.map(uploadOf);
}

/**
 * Ends the uploads that nobody has gone on with for 14 days: their bytes leave the bucket, and what
 * is left tells the draft. One that cannot be ended now is tried again by the next sweep.
 * @returns how many were ended.
 */
export async function expireUploads(rooms: UploadRooms, log: Log, clock: Clock): Promise<number> {
  const before = addDays(clock(), -OPEN_UPLOAD_DAYS).toISOString();
  let ended = 0;
  for (const upload of await staleUploads(rooms, before)) {
    const ids = { draftId: upload.draftId, uploadId: upload.id };
    try {
      // The bytes first: a record that is settled already would never be looked at again.
      await removeBytes(rooms, upload);
      if (!(await settleUpload(rooms.db, upload.id, { state: "expired" }, clock()))) continue;
      await forgetParts(rooms.db, upload.id);
      log("info", "upload.expired", { ...ids, bytes: upload.size });
      ended += 1;
    } catch (error) {
      log("error", "upload.expired", { ...ids, reason: reasonOf(error) });
    }
  }
  return ended;
}
