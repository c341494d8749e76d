import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { appUnderTest } from "./app-server";

interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  [name: string]: unknown;
}

/** The app's own D1, R2 and KV, read from outside while it runs. */
export interface Inside {
  db: D1Database;
  files: R2Bucket;
  config: KVNamespace;
  /** The rows of a query. */
  rows: (sql: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;
  close: () => Promise<void>;
}

/** Opens the stores of the app under test. */
export async function openInside(stateDir = appUnderTest().stateDir): Promise<Inside> {
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(stateDir, "v3") },
  });
  const { DB: db, FILES: files, CONFIG: config } = proxy.env;
  return {
    db,
    files,
    config,
    rows: async (sql, ...params) =>
      (
        await db
          .prepare(sql)
          .bind(...params)
          .all()
      ).results,
    close: () => proxy.dispose(),
  };
}

/** Asks until the answer is there; a time limit only guards against waiting forever. */
export async function eventually<T>(ask: () => Promise<T | undefined>, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
