import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { applyMigrations } from "./board-fixture";
import { asModules, bundleWorker } from "./bundled-worker";
import { rememberEvents } from "./seen-events";
import { SteadyMiniflare } from "./steady-runtime";

const PASSCODE = "bare-site-passcode";

/**
 * The built site in the real runtime with a database and a bucket, but without KV and queue: every call
 * to those fails, as during an outage.
 */
export async function bareSite(settings: Record<string, string> = {}) {
  const modulesRoot = resolve("build/workers/site");
  const compiledModules = readdirSync(modulesRoot)
    .filter((name) => name.endsWith(".wasm"))
    .map((name) => join(modulesRoot, name));
  const lines: string[] = [];
  const options = { compatibilityDate: "2026-04-01", d1Databases: { DB: "db" } };
  const miniflare = new SteadyMiniflare({
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      out.on("data", (data: Buffer) => {
        rememberEvents(data.toString());
        lines.push(data.toString());
      });
      err.resume();
    },
    workers: [
      {
        name: "site",
        modulesRoot,
        // The runtime starts the first one.
        modules: [
          { type: "ESModule", path: join(modulesRoot, "index.js") },
          ...compiledModules.map((path) => ({ type: "CompiledWasm", path }) as const),
        ],
        ...options,
        r2Buckets: { FILES: "files" },
        bindings: {
          ENVIRONMENT: "local",
          SIGNING_SECRET: "s".repeat(32),
          STAFF_PASSCODE: PASSCODE,
          PUBLIC_URL: "http://localhost",
          ...settings,
        },
        serviceBindings: { SANDBOX: "sandbox" },
        outboundService: () => new Response("Nobody is there.", { status: 503 }) as never,
      },
      {
        name: "sandbox",
        modulesRoot: "/",
        modules: asModules(await bundleWorker("workers/sandbox/index.ts")),
        ...options,
        d1Databases: { ...options.d1Databases, SANDBOX_DB: "sandbox-db" },
        r2Buckets: { FILES: "files", SANDBOX_FILES: "sandbox-files" },
      },
    ],
  });
  const db = await miniflare.getD1Database("DB", "site");
  await applyMigrations(db);
  const cookies = new Map<string, string>();
  const addCookie = (cookie: string) => {
    const [name = "", value = ""] = cookie.split(/=(.*)/s);
    cookies.set(name, value);
  };
  async function send(
    path: string,
    init: { method?: string; body?: string } = {},
  ): Promise<{ status: number; text: string }> {
    const json = init.body?.startsWith("{");
    const type = json ? "application/json" : "application/x-www-form-urlencoded";
    const headers: Record<string, string> = init.body ? { "Content-Type": type } : {};
    if (cookies.size > 0) headers.Cookie = Array.from(cookies, (pair) => pair.join("=")).join("; ");
    const reply = await miniflare.dispatchFetch(`http://localhost${path}`, {
      ...init,
      headers,
      redirect: "manual",
    });
    for (const cookie of reply.headers.getSetCookie()) addCookie(cookie.split(";")[0] ?? "");
    const location = reply.status === 303 && reply.headers.get("Location");
    return location ? send(location) : { status: reply.status, text: await reply.text() };
  }
  return {
    send,
    /** Sends a form as a page without script does. */
    post: (path: string, fields: Record<string, string>) =>
      send(path, { method: "POST", body: new URLSearchParams(fields).toString() }),
    json: (path: string, body: object) =>
      send(path, { method: "POST", body: JSON.stringify(body) }),
    /** Sends this token of Cloudflare Access. */
    withCookie: addCookie,
    signIn: () => ({ name: "Ada Berg", passcode: PASSCODE, to: "/staff" }),
    /** Makes every query of this table fail. */
    takeAway: (table: string) => db.prepare(`ALTER TABLE ${table} RENAME TO ${table}_gone`).run(),
    events: () => [...lines.join("").matchAll(/"event":"([^"]+)"/g)].map(([, event]) => event),
    close: () => miniflare.dispose(),
  };
}
