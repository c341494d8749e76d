import { eq } from "drizzle-orm";
import { parseUploadRow } from "~/domain/uploads/receiving/upload-row.server";
import { uploads } from "~/domain/uploads/receiving/upload-tables.server";
import type { Upload } from "~/domain/uploads/upload";
import type { Database } from "~/platform/database.server";

/** The uploads of a draft, with refused ones. */
export async function allUploads(db: Database, draftId: string): Promise<Upload[]> {
  return (await db.select().from(uploads).where(eq(uploads.draftId, draftId))).map(parseUploadRow);
}
