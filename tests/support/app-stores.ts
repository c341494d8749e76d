import { join } from "node:path";
import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
import { openStoreReader, type StoreReader } from "./store-reader";

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
export interface AppStores extends StoreReader {
  db: D1Database;
  files: R2Bucket;
  config: KVNamespace;
  close: () => Promise<void>;
}

/** Asks again for a while where the file was just being written to by the app: what is refused so, wrote nothing. */
async function onceFree<T>(
  ask: () => Promise<T>,
  refusal = /SQLITE_BUSY|internal error/,
): Promise<T> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!refusal.test(String(error)) || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

/** The database of an app that runs: D1 waits for no other process by itself. */
function patient(db: D1Database): D1Database {
  const bare = new WeakMap<object, D1PreparedStatement>();
  const waiting = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === "bind") return (...values: unknown[]) => waiting(target.bind(...values));
        if (typeof member !== "function") return member;
        return (...values: unknown[]) =>
          onceFree(async () => Reflect.apply(member, target, values));
      },
    });
    bare.set(proxy, statement);
    return proxy;
  };
  return new Proxy(db, {
    get(target, name) {
      if (name === "prepare") return (query: string) => waiting(target.prepare(query));
      if (name === "batch")
        return (statements: D1PreparedStatement[]) =>
          onceFree(() => target.batch(statements.map((one) => bare.get(one) ?? one)));
      const member: unknown = Reflect.get(target, name);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

type App = Pick<AppServer, "url" | "stateDir">;

async function open({ url, stateDir }: App): Promise<AppStores> {
  // Loaded by those who ask for it: it takes two seconds, and most of what is here does without.
  const { getPlatformProxy } = await import("wrangler");
  const proxy = await getPlatformProxy<Bindings>({
    configPath: "wrangler.toml",
    persist: { path: join(stateDir, "v3") },
  });
  const { DB: db, FILES: files, CONFIG: config } = proxy.env;
  // A store's file is opened by the first question, which reports a locked one as an internal error without a name.
  const stores = [() => db.prepare("SELECT 1").run(), () => files.head("-"), () => config.get("-")];
  await Promise.all(stores.map((ask) => onceFree<unknown>(ask, /SQLITE_BUSY|internal error/)));
  return { db: patient(db), files, config, ...openStoreReader(url), close: () => proxy.dispose() };
}

let sharedInside: Promise<AppStores> | undefined;

/**
 * Opens the stores of an app; those of the app under test once for all files that a process runs, since
 * it takes a runtime. That one ends with the process.
 */
export async function openAppStores(app?: App): Promise<AppStores> {
  if (app) return open(app);
  sharedInside ??= open(appUnderTest());
  return { ...(await sharedInside), close: async () => undefined };
}

/** Asks until the answer is there; a time limit only guards against waiting forever. */
export async function pollUntil<T>(ask: () => Promise<T | undefined>, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
