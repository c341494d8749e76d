import type { SubmissionStore } from "~/board/sync-submission.server";
import type { Database } from "~/platform/database.server";
import { findSubmission, storeMondayItem } from "~/submission/submission-store.server";

/** The recorded submissions as the board needs them. */
export function submissionStore(db: Database): SubmissionStore {
  return {
    find: (id) => findSubmission(db, id),
    storeItem: (id, itemId, now) => storeMondayItem(db, id, itemId, now),
  };
}
