import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { type Database, preparedOnce } from "~/platform/database.server";
import { type FileView, fileView } from "../upload";
import { isAwaited } from "./part-store.server";
import { uploadParts, uploadPieces, uploads } from "./tables.server";
import { uploadOf } from "./upload-row.server";

/** Which of two files of one slot a page shows. */
const RANK = { complete: 0, open: 1, expired: 2 };

const shownUploads = preparedOnce((db) => {
  const inParts = db
    .select({ bytes: sql`sum(${uploadParts.size})` })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploads.id));
  const inPieces = db
    .select({ bytes: sql`sum(${uploadPieces.size})` })
    .from(uploadPieces)
    .where(and(eq(uploadPieces.uploadId, uploads.id), isAwaited(db)));
  return db
    .select({
      upload: uploads,
      held: sql<number>`coalesce((${inParts}), 0) + coalesce((${inPieces}), 0)`,
    })
    .from(uploads)
    .where(
      and(
        eq(uploads.draftId, sql.placeholder("draftId")),
        inArray(uploads.state, ["open", "complete", "expired"]),
      ),
    )
    .orderBy(desc(uploads.id))
    .prepare();
});

/**
 * What the pages show of a draft's files, one per slot: the newest complete one; else the newest
 * that is open, with the bytes the server holds of it; else that one was not finished in time.
 */
export async function filesOfDraft(db: Database, draftId: string): Promise<FileView[]> {
  const rows = await shownUploads(db).all({ draftId });
  const best = new Map<string, FileView>();
  for (const { upload, held } of rows) {
    const file = fileView(uploadOf(upload), held);
    const other = best.get(upload.slot);
    if (file && (!other || RANK[file.state] < RANK[other.state])) best.set(upload.slot, file);
  }
  return [...best.values()];
}
