import { eq, type SQL, sql } from "drizzle-orm";
import { dataRequests } from "~/artists/artist-tables.server";
import type { Database, Statement } from "~/platform/database.server";
import type { Counted } from "./report";

/** Counts for a report what the statement behind it in the same batch is about to delete. */
export type DeletionCounter = (what: Counted, count: SQL) => Statement;

/** Adds to the report of a deletion, so that one that is resumed has lost no figure. */
export function deletionCounter(db: Database, requestId: string): DeletionCounter {
  return (what, count) => {
    const path = `$.deleted.${what}`;
    const { report } = dataRequests;
    return db
      .update(dataRequests)
      .set({
        report: sql`json_set(${report}, ${path}, coalesce(json_extract(${report}, ${path}), 0) + (${count}))`,
      })
      .where(eq(dataRequests.id, requestId));
  };
}

/** Where nobody asked, and nobody is told: what time has run out for. */
export const noDeletionCounter =
  (db: Database): DeletionCounter =>
  () =>
    db.run(sql`SELECT 1`);
