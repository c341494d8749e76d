import { eq, type SQL, sql } from "drizzle-orm";
import { dataRequests } from "~/domain/artists/artist-tables.server";
import type { Database, Statement } from "~/platform/database.server";
import type { Counted } from "./report";

/** Counts what the next statement of the same batch will delete. */
export type DeletionCounter = (item: Counted, count: SQL) => Statement;

export function deletionCounter(db: Database, requestId: string): DeletionCounter {
  return (item, count) => {
    const path = `$.deleted.${item}`;
    const { report } = dataRequests;
    return db
      .update(dataRequests)
      .set({
        report: sql`json_set(${report}, ${path}, coalesce(json_extract(${report}, ${path}), 0) + (${count}))`,
      })
      .where(eq(dataRequests.id, requestId));
  };
}

/** For retention, which reports to nobody. */
export const noDeletionCounter =
  (db: Database): DeletionCounter =>
  () =>
    db.run(sql`SELECT 1`);
