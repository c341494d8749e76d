import { join } from "node:path";
import { getPlatformProxy } from "wrangler";
import { type AppServer, appUnderTest } from "./app-server";
import { type Look, openWindow } from "./app-window";

interface Bindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  [name: string]: unknown;
}

/**
 * What the app has stored, and the app's own D1, R2 and KV, opened by a second process while it runs: for the few
 * tests that need them, since two processes now and then find the files of a store locked.
 */
export interface Inside extends Look {
  db: D1Database;
  files: R2Bucket;
  config: KVNamespace;
  close: () => Promise<void>;
}

/** Opens the stores of the app under test. */
export async function openInside(
  app: Pick<AppServer, "url" | "stateDir"> = appUnderTest(),
): Promise<Inside> {
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(app.stateDir, "v3") },
  });
  const { DB: db, FILES: files, CONFIG: config } = proxy.env;
  return { db, files, config, ...openWindow(app.url), close: () => proxy.dispose() };
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
