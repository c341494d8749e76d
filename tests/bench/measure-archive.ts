import { Miniflare } from "miniflare";
import * as v from "valibot";
import type { AppServer } from "../support/app-server";
import type { StoreReader } from "../support/app-stores";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "../support/batched-database";
import { applyMigrations } from "../support/board-fixture";
import { figure } from "./drive-singles";

const ROWS_AT_ONCE = 50;

const namesSchema = v.array(v.object({ name: v.string() }));
const valueSchema = v.nullable(v.union([v.string(), v.number()]));
const rowSchema = v.record(v.string(), valueSchema);

/** Tables with rows of their own. The search keeps what an archived submission is found by. */
const TABLES = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
  AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name <> 'd1_migrations'`;

/**
 * The bytes of the same rows in a new database. One where rows were deleted keeps its size, and what is
 * free of it is not told.
 */
async function bytesWithoutGaps(store: StoreReader): Promise<number> {
  const miniflare = new Miniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  try {
    const db = batchedDatabase(miniflare);
    await applyMigrations(db);
    const namesOf = async (query: string) =>
      v.parse(namesSchema, (await db.prepare(query).all()).results).map(({ name }) => name);
    for (const name of await namesOf("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
      await db.prepare(`DROP TRIGGER "${name}"`).run();
    for (const table of await namesOf(TABLES)) {
      await db.prepare(`DELETE FROM "${table}"`).run();
      const rows = v.parse(v.array(rowSchema), await store.rows(`SELECT * FROM "${table}"`));
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
        await db.batch(
          rows.slice(from, from + ROWS_AT_ONCE).map((row) => {
            const columns = Object.keys(row).map((column) => `"${column}"`);
            const places = columns.map(() => "?");
            return db
              .prepare(`INSERT INTO "${table}" (${columns.join()}) VALUES (${places.join()})`)
              .bind(...Object.values(row));
          }),
        );
    }
    return (await db.prepare("SELECT 1").all()).meta.size_after;
  } finally {
    await miniflare.dispose();
  }
}

/** Closes the submissions without a browser, long ago. */
const CLOSE_OLD = `UPDATE submissions SET status = 'rejected', updated_at = '2020-01-01T00:00:00.000Z'
  WHERE draft_id IN (SELECT draft_id FROM uploads WHERE kind = 'track' AND method <> 'direct')
  RETURNING id`;
const ARCHIVED = "SELECT count(*) AS figure FROM submissions WHERE archived_at IS NOT NULL";

/** Archives what was submitted without a browser. @returns the bytes of D1 that each makes free. */
export async function bytesFreedByArchive(app: AppServer, store: StoreReader): Promise<number> {
  const { length: count } = await store.rows(CLOSE_OLD);
  const bytesBefore = await bytesWithoutGaps(store);
  for (let archived = 0; archived < count; ) {
    const body = JSON.stringify({ only: ["archive"] });
    await fetch(`${app.url}/sandbox/sweep`, { method: "POST", body });
    const before = archived;
    archived = await figure(store, ARCHIVED);
    if (archived === before) throw new Error(`${archived} of ${count} were archived.`);
  }
  return (bytesBefore - (await bytesWithoutGaps(store))) / count;
}
