import { join } from "node:path";
import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
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

type App = Pick<AppServer, "url" | "stateDir">;

async function open({ url, stateDir }: App): Promise<Inside> {
  // Loaded by those who ask for it: it takes two seconds, and most of what is here does without.
  const { getPlatformProxy } = await import("wrangler");
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(stateDir, "v3") },
  });
  const { DB: db, FILES: files, CONFIG: config } = proxy.env;
  return { db, files, config, ...openWindow(url), close: () => proxy.dispose() };
}

let shared: Promise<Inside> | undefined;

/**
 * Opens the stores of an app; those of the app under test once for all files that a process runs, since
 * it takes a runtime. That one ends with the process.
 */
export async function openInside(app?: App): Promise<Inside> {
  if (app) return open(app);
  shared ??= open(appUnderTest());
  return { ...(await shared), close: async () => undefined };
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
