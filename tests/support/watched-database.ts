import { type Database, openDatabase } from "~/platform/database.server";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { SteadyMiniflare } from "./steady-runtime";

/** A database that records its statements and their query plans. */
export interface WatchedDatabase {
  db: Database;
  /** The number of statements since the last {@link clear}. */
  statementCount: () => number;
  clear: () => void;
  /** The steps of the query plans of these statements. */
  plans: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** Opens one, empty and migrated. */
export async function watchedDatabase(): Promise<WatchedDatabase> {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  let queries: { query: string; values: unknown[] }[] = [];
  const prepare = (query: string) => {
    const statement = binding.prepare(query);
    const bind = (...values: unknown[]) => {
      queries.push({ query, values });
      return statement.bind(...values);
    };
    return { ...statement, bind };
  };
  return {
    db: openDatabase({ ...binding, prepare } as D1Database),
    statementCount: () => queries.length,
    clear: () => {
      queries = [];
    },
    async plans() {
      const steps: string[] = [];
      for (const { query, values } of queries) {
        const explanation = binding.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values);
        const { results } = await explanation.all<{ detail: string }>();
        steps.push(...results.map(({ detail }) => detail));
      }
      return steps;
    },
    close: () => miniflare.dispose(),
  };
}
