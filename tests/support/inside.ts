import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { appUnderTest } from "./app-server";

interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  [name: string]: unknown;
}

/** What the app has stored. */
export interface Look {
  /** The rows of a query. */
  rows: (sql: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The bytes of an object in the bucket. */
  object: (key: string) => Promise<Uint8Array | undefined>;
}

/** The app's own D1, R2 and KV, opened by a second process while it runs: one at a time only. */
export interface Inside extends Look {
  db: D1Database;
  files: R2Bucket;
  config: KVNamespace;
  close: () => Promise<void>;
}

/**
 * Asks again when the state is locked: the app writes to the same files from its own process.
 * Only for what may be done twice.
 */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (tries === 20 || !/internal error|locked|busy/i.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
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
        await patiently(() =>
          db
            .prepare(sql)
            .bind(...params)
            .all(),
        )
      ).results,
    object: (key) =>
      patiently(async () => {
        const found = await files.get(key);
        return found ? new Uint8Array(await found.arrayBuffer()) : undefined;
      }),
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
