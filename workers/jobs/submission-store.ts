import type { SubmissionStore } from "~/board/sync-submission.server";
import type { Database } from "~/platform/database.server";
import { linksValidFrom } from "~/submission/record/link-endings.server";
import { findSubmission, storeMondayItem } from "~/submission/record/submission-store.server";

/** The recorded submissions as the board needs them. */
export function submissionStore(db: Database): SubmissionStore {
  return {
    async find(id) {
      const found = await findSubmission(db, id);
      if (!found) return undefined;
      const links = await linksValidFrom(db, { submissionId: id });
      const linksIssuedAt = new Date(Math.max(Date.parse(found.createdAt), links * 1000));
      return { ...found, linksIssuedAt };
    },
    storeItem: (id, itemId, now) => storeMondayItem(db, id, itemId, now),
  };
}
