import * as v from "valibot";
import { appUnderTest } from "./app-under-test";

/** What the app has stored. */
export interface StoreReader {
  /** The rows of a query. */
  rows: (sql: string, ...params: unknown[]) => Promise<Record<string, unknown>[]>;
  /** The bytes of an object in the bucket. */
  object: (key: string) => Promise<Uint8Array | undefined>;
}

/** A kept connection would be handed to the next request, and be closed by then. */
const CLOSE = { Connection: "close" };
const UNASKED = new Response(null, { status: 503 });

/**
 * Asks again what the local run's proxy has dropped, or a connection that it closed just then: the
 * same question twice does no harm.
 */
async function ask(url: string, init?: RequestInit): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const reply = await fetch(url, { ...init, headers: CLOSE }).catch(() => UNASKED);
    if (reply.status !== 503 || tries === 5) return reply;
  }
}

const rowsSchema = v.array(v.record(v.string(), v.unknown()));

/**
 * A call to the window through which tests see the stores of an app.
 * @throws Error where it is refused.
 */
export async function askWindow(
  address: string,
  path: string,
  init: RequestInit,
): Promise<unknown> {
  const reply = await ask(`${address}/sandbox/window/${path}`, init);
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return reply.json();
}

/** A look into the stores of the app under test through its own process. */
export function openStoreReader(address = appUnderTest().url): StoreReader {
  return {
    rows: async (sql, ...params) => {
      const body = JSON.stringify({ sql, params });
      const reply = await ask(`${address}/sandbox/window/rows`, { method: "POST", body });
      if (!reply.ok) throw new Error(`No rows: ${reply.status} ${await reply.text()}`);
      return v.parse(rowsSchema, await reply.json());
    },
    object: async (key) => {
      const query = new URLSearchParams({ key });
      const reply = await ask(`${address}/sandbox/window/object?${query}`);
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined;
    },
  };
}
