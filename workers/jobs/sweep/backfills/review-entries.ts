import { sql } from "drizzle-orm";
import { isOneOfSql } from "~/platform/database.server";
import { INITIAL_STATUS } from "~/reference/statuses";
import type { Backfill } from "./backfill";

const columns = sql`id, kind, reference, artist_name, title, email, status, revision, due_at, order_key, created_at`;
const revision = sql`iif(json_valid(status_history), json_array_length(status_history), 0)`;
// Written out: a statement of a batch that is raw SQL has no parameters.
const isInitial = isOneOfSql(sql`status`, [INITIAL_STATUS]);
const isMissing = (source: string) =>
  sql`NOT EXISTS (SELECT 1 FROM review_items AS item WHERE item.id = ${sql.raw(source)}.id)`;

/** Submissions from before the review queue (0018), with the status that the board has of them. */
export const reviewSubmissions: Backfill = {
  name: "review-submissions",
  table: "submissions",
  key: "id",
  statements: (slice, since) => [
    // One that was decided meanwhile is not on the board yet.
    sql`UPDATE submissions SET board_status = status
      WHERE id IN (${slice}) AND ${isOneOfSql(sql`board_status`, [INITIAL_STATUS])} AND board_status_at IS NULL AND updated_at <= ${since}`,
    // As `review_submission_added` and `review_submission_changed` have it.
    sql`INSERT INTO review_items (${columns}, changes_asked_at, entry, is_resent, release_type, genre, release_date, track_count)
      SELECT submission.id, 'submission', reference, artist_name, title, email, status, ${revision}, reply_due_at,
        iif(${isInitial} AND changes_asked_at IS NULL, '0', '1') || reply_due_at, created_at,
        changes_asked_at, release.entry, is_resent, release_type, genre, release_date, track_count
      FROM submissions AS submission CROSS JOIN submission_releases AS release ON release.id = submission.id
      WHERE submission.id IN (${slice}) AND ${isMissing("submission")} ORDER BY submission.id`,
  ],
};

/** Entries of the waiting list from before the review queue. */
export const reviewWaitingList: Backfill = {
  name: "review-waiting-list",
  table: "waiting_list",
  key: "id",
  statements: (slice) => [
    // As `review_waiting_added` has it.
    sql`INSERT INTO review_items (${columns})
      SELECT id, 'waiting', reference, artist_name, '', email, status, ${revision}, reply_due_at,
        iif(${isInitial}, '0', '1') || reply_due_at, created_at
      FROM waiting_list AS entry WHERE id IN (${slice}) AND ${isMissing("entry")} ORDER BY id`,
  ],
};
