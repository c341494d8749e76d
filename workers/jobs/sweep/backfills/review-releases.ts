import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** What a row of the queue says of its release since 0040. A plus keeps SQLite from an index of half the table. */
export const reviewReleases: Backfill = {
  name: "review-releases",
  table: "review_items",
  key: "id",
  statements: (slice) => [
    sql`UPDATE review_items SET (entry, is_resent, release_type, genre, release_date, track_count) =
        (SELECT entry, is_resent, release_type, genre, release_date, track_count FROM submission_releases WHERE submission_releases.id = review_items.id)
      WHERE id IN (${slice}) AND +kind = 'submission' AND track_count IS NULL AND EXISTS (SELECT 1 FROM submissions WHERE submissions.id = review_items.id)`,
    sql`UPDATE review_items SET title = (SELECT title FROM submission_releases WHERE submission_releases.id = review_items.id)
      WHERE id IN (${slice}) AND +kind = 'submission' AND title = 'Catalogue transfer' AND EXISTS (SELECT 1 FROM submissions WHERE submissions.id = review_items.id)`,
    sql`UPDATE review_items SET has_findings = 1
      WHERE has_findings = 0 AND id IN (SELECT submission_id FROM tracks_with_problems WHERE submission_id IN (${slice}))`,
  ],
};
