import { folderLinks } from "~/drive/folder-store.server";
import type { Database } from "~/platform/database.server";

/**
 * Where staff find a submission's files: on the cloud drive, once they are there; without one on the
 * portal's own page.
 */
export function folderFor(db: Database, publicUrl: string, hasDrive: boolean) {
  return async (submissionId: string): Promise<string | undefined> =>
    hasDrive
      ? (await folderLinks(db, submissionId)).artist
      : `${publicUrl}/staff/folders/${submissionId}`;
}
