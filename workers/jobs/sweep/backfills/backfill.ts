import type { SQL } from "drizzle-orm";

/** Values of rows that a migration left to the sweep: see docs/releasing.md. */
export interface Backfill {
  /** As its migration has marked it. */
  name: string;
  /** The table that it goes through, by a key that is a text and has an index. */
  table: string;
  key: string;
  /** Another one that has to be finished first. */
  after?: string;
  /**
   * The statements for a slice of the table. They may run again, and also meet rows of today's code.
   * Without parameters: such raw statements cannot be part of a batch.
   * @param slice a subquery with the keys.
   * @param since a subquery with the time of the migration.
   */
  statements: (slice: SQL, since: SQL) => readonly SQL[];
}
