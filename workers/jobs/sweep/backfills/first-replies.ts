import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** When an entry was first answered, and by whom, since 0055. */
export const firstReplies: Backfill = {
  name: "first-replies",
  table: "review_items",
  key: "id",
  after: "review-waiting-list",
  statements: (slice) => [
    sql`UPDATE review_items SET (replied_at, replied_by) =
        (SELECT at, staff FROM replies_given WHERE replies_given.id = review_items.id ORDER BY number LIMIT 1)
      WHERE id IN (${slice}) AND replied_at IS NULL`,
  ],
};
