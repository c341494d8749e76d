import { sql } from "drizzle-orm";
import type { Backfill } from "./backfill";

/** What drafts had completed before 0027 counted each step once. */
export const passedSteps: Backfill = {
  name: "passed-steps",
  table: "drafts",
  key: "id",
  statements: (slice) => [
    sql`UPDATE drafts SET passed_steps = completed_steps
      WHERE id IN (${slice}) AND passed_steps = '[]' AND completed_steps <> '[]'`,
  ],
};
