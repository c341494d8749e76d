import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** Entries that are in no index of the search (0037): their plain names; `foldSearchTexts` does the rest. */
export const searchTexts: Backfill = {
  name: "search-texts",
  table: "review_items",
  key: "id",
  statements: (slice) => [
    sql`UPDATE review_items SET search_text = artist_name || ' ' || title || ' ' || email || ' ' || reference
      WHERE id IN (${slice}) AND search_text = ''`,
  ],
};
