import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** Links in warnings that a draft ends lay among those of sign-ins until 0034, with the address for one. */
export const warningLinks: Backfill = {
  name: "warning-links",
  table: "draft_keys",
  key: "key_hash",
  statements: (slice) => [
    sql`UPDATE draft_keys SET mailed_to = session_id, session_id = NULL
      WHERE key_hash IN (${slice}) AND session_id LIKE '%@%'`,
  ],
};
