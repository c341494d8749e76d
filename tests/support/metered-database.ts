import * as v from "valibot";
import { type Database, openDatabase } from "~/platform/database.server";
import {
  batchedDatabase,
  DATABASE_WORKER_SCRIPT,
  databaseOver,
  type Statement,
} from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { SteadyMiniflare } from "./steady-runtime";

const resultsSchema = v.array(
  v.object({
    results: v.array(v.record(v.string(), v.unknown())),
    meta: v.object({ rows_read: v.number() }),
  }),
);

/** What a statement has read. */
export interface StatementUse {
  sql: string;
  values: unknown[];
  rowsRead: number;
}

/** A migrated database in memory that records which statements run, and what each reads. */
export async function meteredDatabase() {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  let uses: StatementUse[] = [];
  const prepare = ({ sql, values }: Statement) => binding.prepare(sql).bind(...values);
  const run = async (statements: Statement[], raw = false) => {
    const results = v.parse(resultsSchema, await binding.batch(statements.map(prepare)));
    for (const [index, { sql, values }] of statements.entries())
      uses.push({ sql, values, rowsRead: results[index]?.meta.rows_read ?? 0 });
    const [[statement], [result]] = [statements, results];
    if (!raw || !statement || !result) return results;
    // Raw rows have no figures, so a read runs once more for them; a write must not.
    if (!/^\s*select\b/i.test(statement.sql))
      return result.results.map((row) => Object.values(row));
    return prepare(statement).raw();
  };
  const db: Database = openDatabase(databaseOver(run, (script) => binding.exec(script)));
  return {
    db,
    files,
    /** The statements since the last call. */
    takeUses: () => {
      const usesSinceLast = uses;
      uses = [];
      return usesSinceLast;
    },
    /** The steps of a statement's query plan. */
    plan: async ({ sql, values }: StatementUse) => {
      const steps = await prepare({ sql: `EXPLAIN QUERY PLAN ${sql}`, values }).all<{
        detail: string;
      }>();
      return steps.results.map(({ detail }) => detail);
    },
    close: () => miniflare.dispose(),
  };
}
