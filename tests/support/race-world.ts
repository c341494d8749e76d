import { Miniflare } from "miniflare";
import * as v from "valibot";
import { openPortal, type Portal, type SiteBindings } from "~/load-context.server";
import { openDatabase } from "~/platform/database.server";
import type { Carrier } from "~/uploads/carrier";
import { migrate } from "./board-world";
import { installDigestStream, installFixedLengthStream } from "./digest-stream";
import type { Turn } from "./interleaving";
import { memoryCarrier } from "./memory-carrier";
import { SECRET } from "./upload-world";
import "./steady-runtime";

const URL_OF_SITE = "https://submit.example.com";

/** Calls of the database, each of one statement or of several in one transaction. */
const SCRIPT = `export default {
  async fetch(request, { DB }) {
    const answer = async ({ raw, statements }) => {
      const prepared = statements.map(({ sql, values }) => DB.prepare(sql).bind(...values));
      try {
        return { rows: raw ? await prepared[0].raw() : await DB.batch(prepared) };
      } catch (error) {
        return { failure: String(error) };
      }
    };
    return Response.json(await Promise.all((await request.json()).map(answer)));
  }
};`;

interface Statement {
  sql: string;
  values: unknown[];
}
interface Call {
  raw: boolean;
  statements: Statement[];
}
const repliesSchema = v.array(
  v.union([v.object({ rows: v.array(v.unknown()) }), v.object({ failure: v.string() })]),
);
type Reply = v.InferOutput<typeof repliesSchema>[number];

/** Takes the calls of many rounds to the database in one request, which costs as much as one. */
function lineTo(miniflare: Miniflare) {
  let waiting: { call: Call; answer: (reply: Reply) => void; fail: (error: unknown) => void }[] =
    [];
  const send = async () => {
    const all = waiting;
    waiting = [];
    try {
      const body = JSON.stringify(all.map(({ call }) => call));
      const reply = await miniflare.dispatchFetch(URL_OF_SITE, { method: "POST", body });
      const replies = v.parse(repliesSchema, await reply.json());
      all.forEach(({ answer }, at) => {
        answer(replies[at] ?? { failure: "No reply" });
      });
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };
  return async (call: Call): Promise<unknown[]> => {
    const reply = await new Promise<Reply>((answer, fail) => {
      if (waiting.length === 0) setImmediate(send);
      waiting.push({ call, answer, fail });
    });
    if ("failure" in reply) throw new Error(reply.failure);
    return reply.rows;
  };
}
type Line = ReturnType<typeof lineTo>;

/** The database as a task sees it whose every call waits for its turn. */
function gatedDatabase(line: Line, turn: Turn): D1Database {
  const ask = (statements: Statement[], raw = false) => turn(() => line({ raw, statements }));
  const statementOf = (sql: string, values: unknown[] = []): object => ({
    sql,
    values,
    bind: (...bound: unknown[]) => statementOf(sql, bound),
    raw: () => ask([{ sql, values }], true),
    all: async () => (await ask([{ sql, values }]))[0],
    run: async () => (await ask([{ sql, values }]))[0],
  });
  return {
    prepare: (sql: string) => statementOf(sql),
    batch: (statements: Statement[]) => ask(statements),
  } as unknown as D1Database;
}

/** The same for a bucket. */
function gatedCarrier(carrier: Carrier, turn: Turn): Carrier {
  return {
    ...carrier,
    open: (...given) => turn(() => carrier.open(...given)),
    putPart: async (key, multipartId, number, body, length) => {
      // What streams in from the bucket needs turns of its own until then.
      const bytes =
        body instanceof Uint8Array
          ? body
          : new Uint8Array(await new Response(body as BodyInit).arrayBuffer());
      return turn(() => carrier.putPart(key, multipartId, number, bytes, length));
    },
    join: (...given) => turn(() => carrier.join(...given)),
    abort: (...given) => turn(() => carrier.abort(...given)),
    size: (...given) => turn(() => carrier.size(...given)),
    read: (...given) => turn(() => carrier.read(...given)),
    put: (...given) => turn(() => carrier.put(...given)),
    remove: (...given) => turn(() => carrier.remove(...given)),
    list: (...given) => turn(() => carrier.list(...given)),
  };
}

const atOnce: Turn = (operation) => operation();

/**
 * The site's own handlers over a database and a bucket in memory, for tests that decide in which
 * order two requests come to each of their operations. `settings` are added to those it needs.
 */
export async function raceWorld(settings: Record<string, string> = {}) {
  installDigestStream();
  installFixedLengthStream();
  const miniflare = new Miniflare({
    modules: true,
    script: SCRIPT,
    d1Databases: ["DB"],
  });
  await migrate(await miniflare.getD1Database("DB"));
  const line = lineTo(miniflare);
  const { carrier, objects } = memoryCarrier();
  const failures: string[] = [];
  const bindings = {
    ...settings,
    SIGNING_SECRET: SECRET,
    JOBS: { sendBatch: async () => undefined },
  };
  /** What one request works with. */
  const portalFor = (request: Request, turn: Turn): Portal => {
    const env = { ...bindings, DB: gatedDatabase(line, turn) } as unknown as SiteBindings;
    const names = { requestId: crypto.randomUUID(), nonce: "n", route: "race" };
    const background = { waitUntil: () => undefined };
    const portal = openPortal(env, request, background, names);
    return {
      ...portal,
      log: () => undefined,
      scope: {
        ...portal.scope,
        logFailure: (error) => void failures.push(String(error)),
      },
      uploads: { ...portal.uploads, carrier: gatedCarrier(carrier, turn) },
    };
  };
  const db = openDatabase(gatedDatabase(line, atOnce));
  return {
    rooms: { db, carrier },
    objects,
    portalFor,
    /** What the handlers had to log as a failure of ours. */
    failures,
    close: () => miniflare.dispose(),
  };
}
export type RaceWorld = Awaited<ReturnType<typeof raceWorld>>;

/** A request of the visitor whose draft a key unlocks. */
export function requestOf(path: string, init: RequestInit & { cookie: string }): Request {
  const { cookie, ...rest } = init;
  const headers = new Headers(rest.headers);
  headers.set("Cookie", cookie);
  return new Request(URL_OF_SITE + path, { ...rest, headers });
}
