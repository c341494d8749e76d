import * as v from "valibot";
import type { AppServer } from "./app-server";
import { appUnderTest } from "./app-under-test";
import { databaseOver, type Statement } from "./batched-database";

const objectSchema = v.object({ key: v.string(), size: v.number() });
type StoredObject = v.InferOutput<typeof objectSchema>;

/** The calls of a bucket that tests make. */
interface StoredFiles {
  head: (key: string) => Promise<StoredObject | null>;
  list: (options?: { prefix?: string }) => Promise<{ objects: StoredObject[] }>;
  put: (key: string, bytes: Uint8Array) => Promise<void>;
  delete: (...keys: string[]) => Promise<void>;
  /** Aborts an open multipart upload. */
  abortMultipart: (key: string, multipartId: string) => Promise<void>;
}

/** The calls of KV that tests make. */
interface StoredConfig {
  get: (name: string) => Promise<unknown>;
  put: (name: string, value: string) => Promise<void>;
  delete: (name: string) => Promise<void>;
}

/** Reads and changes what an app has stored, through its own process. */
export interface AppStores extends StoreReader {
  db: D1Database;
  files: StoredFiles;
  /** Its values are JSON. */
  config: StoredConfig;
  close: () => Promise<void>;
}

const post = (body: object): RequestInit => ({ method: "POST", body: JSON.stringify(body) });

function createFilesClient(address: string): StoredFiles {
  const call = (body: object) => callInspector(address, "bucket", post(body));
  return {
    head: async (key) => v.parse(v.nullable(objectSchema), await call({ call: "head", key })),
    list: async ({ prefix = "" } = {}) => ({
      objects: v.parse(v.array(objectSchema), await call({ call: "list", prefix })),
    }),
    put: async (key, bytes) => {
      const path = `object?${new URLSearchParams({ key })}`;
      await callInspector(address, path, { method: "PUT", body: new Uint8Array(bytes) });
    },
    delete: async (...keys) => void (await call({ call: "delete", keys })),
    abortMultipart: async (key, multipartId) =>
      void (await call({ call: "abort", key, multipartId })),
  };
}

function createConfigClient(address: string): StoredConfig {
  const call = (body: object) => callInspector(address, "config", post(body));
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
  const runStatements = async (statements: Statement[], raw = false) =>
    v.parse(v.array(v.unknown()), await callInspector(url, "results", post({ raw, statements })));
  return {
    db: databaseOver(runStatements, (script) => runStatements([{ sql: script, values: [] }])),
    files: createFilesClient(url),
    config: createConfigClient(url),
    ...openStoreReader(url),
    close: async () => undefined,
  };
}

/** Repeats a read until it returns a value; the time limit only guards against waiting forever. */
export async function pollUntil<T>(read: () => Promise<T | undefined>, seconds = 30): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Nothing came within ${seconds} s`);
    // Each read costs the app some milliseconds, which what is waited for needs itself.
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
}

/** More attempts than these are no coincidence. */
const MAX_ATTEMPTS = 4;

/**
 * Makes the waiting jobs of a submission due now. Jobs of one submission that reach the board at once
 * delay each other by some seconds.
 */
const HURRY = `UPDATE jobs SET due_at = NULL
  WHERE state = 'waiting' AND due_at IS NOT NULL AND attempts < ${MAX_ATTEMPTS}
  AND submission_id = ? RETURNING id`;

/** Makes the waiting jobs of a submission run now, in the app under test. */
export async function hurryJobs(inside: StoreReader, submissionId: string): Promise<void> {
  const bodies = (await inside.rows(HURRY, submissionId)).map(({ id }) => ({
    version: 1,
    jobId: id,
  }));
  if (bodies.length === 0) return;
  const init = { method: "POST", body: JSON.stringify({ bodies }) };
  await callInspector(appUnderTest().url, "messages", init);
}

export interface StoreReader {
  /** The rows of a query. */
  rows: (sql: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The bytes of an object in the bucket. */
  object: (key: string) => Promise<Uint8Array | undefined>;
}

/** A reused connection may be closed by the time of the next request; unpacking a reply costs more than it saves. */
const HEADERS = { Connection: "close", "Accept-Encoding": "identity" };
const UNASKED = new Response(null, { status: 503 });
const MAX_TRIES = 6;

/**
 * Repeats a request that the local run's proxy has dropped, or whose connection it has just closed. The
 * pauses grow to the seconds in which a crashed runtime starts again. All these requests may be repeated
 * safely.
 */
async function fetchRetrying(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const reply = await fetch(url, { ...init, headers: HEADERS }).catch(() => UNASKED);
    if (reply.status !== 503 || tries === MAX_TRIES) return reply;
    await new Promise((resolve) => setTimeout(resolve, tries * 1_000));
  }
}

const rowsSchema = v.array(v.record(v.string(), v.unknown()));

/**
 * Calls the store inspector of an app.
 * @throws Error where it is refused.
 */
async function callInspector(address: string, path: string, init: RequestInit): Promise<unknown> {
  const reply = await fetchRetrying(`${address}/sandbox/window/${path}`, init);
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** Reads the stores of the app under test through its own process. */
export function openStoreReader(address = appUnderTest().url): StoreReader {
  return {
    rows: async (sql, ...params) => {
      const body = JSON.stringify({ sql, params });
      const reply = await fetchRetrying(`${address}/sandbox/window/rows`, { method: "POST", body });
      if (!reply.ok) throw new Error(`No rows: ${reply.status} ${await reply.text()}`);
      return v.parse(rowsSchema, await reply.json());
    },
    object: async (key) => {
      const query = new URLSearchParams({ key });
      const reply = await fetchRetrying(`${address}/sandbox/window/object?${query}`);
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined;
    },
  };
}
