import * as v from "valibot";
import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
import { databaseOver, type Statement } from "./batched-database";
import { askWindow, openStoreReader, type StoreReader } from "./store-reader";

const objectSchema = v.object({ key: v.string(), size: v.number() });
type StoredObject = v.InferOutput<typeof objectSchema>;

/** The calls of a bucket that tests make. */
interface StoredFiles {
  head: (key: string) => Promise<StoredObject | null>;
  list: (options?: { prefix?: string }) => Promise<{ objects: StoredObject[] }>;
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  delete: (...keys: string[]) => Promise<void>;
  /** Ends an upload in parts that is under way. */
  abortMultipart: (key: string, multipartId: string) => Promise<void>;
}

/** The calls of KV that tests make. */
interface StoredConfig {
  get: (name: string) => Promise<unknown>;
  put: (name: string, value: string) => Promise<void>;
  delete: (name: string) => Promise<void>;
}

/** What an app has stored, seen and changed through its own process. */
export interface AppStores extends StoreReader {
  db: D1Database;
  files: StoredFiles;
  /** Its values are JSON. */
  config: StoredConfig;
  close: () => Promise<void>;
}

const post = (body: object): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

function filesOf(address: string): StoredFiles {
  const call = (body: object) => askWindow(address, "bucket", post(body));
  return {
    head: async (key) => v.parse(v.nullable(objectSchema), await call({ call: "head", key })),
    list: async ({ prefix = "" } = {}) => ({
      objects: v.parse(v.array(objectSchema), await call({ call: "list", prefix })),
    }),
    put: async (key, bytes) => {
      const path = `object?${new URLSearchParams({ key })}`;
      await askWindow(address, path, { method: "PUT", body: new Uint8Array(bytes) });
    },
    delete: async (...keys) => void (await call({ call: "delete", keys })),
    abortMultipart: async (key, multipartId) =>
      void (await call({ call: "abort", key, multipartId })),
  };
}

function configOf(address: string): StoredConfig {
  const call = (body: object) => askWindow(address, "config", post(body));
  return {
    get: async (name) => {
      const text = v.parse(v.nullable(v.string()), await call({ call: "get", name }));
      return text === null ? null : JSON.parse(text);
    },
    put: async (name, value) => void (await call({ call: "put", name, value })),
    delete: async (name) => void (await call({ call: "delete", name })),
  };
}

/** Opens the stores of an app; of the app under test unless another is given. */
export async function openAppStores(
  { url }: Pick<AppServer, "url"> = appUnderTest(),
): Promise<AppStores> {
  const ask = async (statements: Statement[], raw = false) =>
    v.parse(v.array(v.unknown()), await askWindow(url, "results", post({ raw, statements })));
  return {
    db: databaseOver(ask, (script) => ask([{ sql: script, values: [] }])),
    files: filesOf(url),
    config: configOf(url),
    ...openStoreReader(url),
    close: async () => undefined,
  };
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
