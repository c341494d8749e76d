import * as v from "valibot";
import { appUnderTest } from "./app-server";
import type { Look } from "./inside";

const rowsSchema = v.array(v.record(v.string(), v.unknown()));

/** A look into the stores of the app under test through its own process. */
export function openWindow(address = appUnderTest().url): Look {
  return {
    rows: async (sql, ...params) => {
      const body = JSON.stringify({ sql, params });
      const reply = await fetch(`${address}/sandbox/window/rows`, { method: "POST", body });
      if (!reply.ok) throw new Error(`No rows: ${reply.status} ${await reply.text()}`);
      return v.parse(rowsSchema, await reply.json());
    },
    object: async (key) => {
      const query = new URLSearchParams({ key });
      const reply = await fetch(`${address}/sandbox/window/object?${query}`);
      return reply.ok ? new Uint8Array(await reply.arrayBuffer()) : undefined;
    },
  };
}
