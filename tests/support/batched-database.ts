import { Agent, request } from "node:http";
import type { Miniflare } from "miniflare";
import * as v from "valibot";
import type { ScheduleOperation } from "./interleaving";
import { isClosedConnection } from "./steady-runtime";

/**
 * The script of a runtime whose databases are queried by {@link batchedDatabase}: it runs single
 * statements, or several in one transaction.
 */
export const DATABASE_WORKER_SCRIPT = `export default {
  async fetch(request, env) {
    const answer = async ({ binding, script, raw, statements }) => {
      const database = env[binding];
      try {
        if (script !== undefined) return { rows: [await database.exec(script)] };
        const prepared = statements.map(({ sql, values }) => database.prepare(sql).bind(...values));
        return { rows: raw ? await prepared[0].raw() : await database.batch(prepared) };
      } catch (error) {
        return { failure: error.message };
      }
    };
    return Response.json(await Promise.all((await request.json()).map(answer)));
  }
};`;

/** The worker of a runtime with several, whose databases are queried by {@link batchedDatabase}. */
export const DATABASES_WORKER = {
  name: "databases",
  modules: true,
  script: DATABASE_WORKER_SCRIPT,
  d1Databases: { DB: "DB" },
};

/** A statement with its values. */
export interface Statement {
  sql: string;
  values: unknown[];
}
interface Call {
  binding: string;
  raw?: boolean;
  script?: string;
  statements: Statement[];
}
const repliesSchema = v.array(
  v.union([v.object({ rows: v.array(v.unknown()) }), v.object({ failure: v.string() })]),
);
const resultsSchema = v.object({ results: v.array(v.unknown()) });
type Reply = v.InferOutput<typeof repliesSchema>[number];

function post(url: URL, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const call = request(url, { method: "POST", agent }, (reply) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      reply.on("data", (bytes: Buffer) => chunks.push(bytes));
      reply.on("end", () => resolve(Buffer.concat(chunks).toString()));
      reply.on("error", reject);
    });
    call.on("error", (error) => {
      const isClosedIdle = !isAnswered && isClosedConnection(error);
      if (isClosedIdle) post(url, agent, body).then(resolve, reject);
      else reject(error);
    });
    call.end(body);
  });
}

/** Sends all calls that wait at a time in one request, which costs as much as one call. */
function createConnection(miniflare: Miniflare) {
  // The runtime closes connections after 5 idle seconds, possibly just when one is used again.
  const agent = new Agent({ keepAlive: true, timeout: 2_000 });
  let waiting: { call: Call; answer: (reply: Reply) => void; fail: (error: unknown) => void }[] =
    [];
  const sendBatch = async () => {
    const all = waiting;
    waiting = [];
    try {
      const body = JSON.stringify(all.map(({ call }) => call));
      const text = await post(await miniflare.ready, agent, body);
      const replies = v.parse(repliesSchema, JSON.parse(text));
      all.forEach(({ answer }, index) => {
        answer(replies[index] ?? { failure: "No reply" });
      });
    } catch (error) {
      for (const { fail } of all) fail(error);
    }
  };
  return async (call: Call): Promise<unknown[]> => {
    const reply = await new Promise<Reply>((answer, fail) => {
      if (waiting.length === 0) setImmediate(sendBatch);
      waiting.push({ call, answer, fail });
    });
    if ("failure" in reply) throw new Error(reply.failure);
    return reply.rows;
  };
}

const connections = new WeakMap<Miniflare, ReturnType<typeof createConnection>>();

/**
 * A database of a runtime with {@link DATABASE_WORKER_SCRIPT}. The runtime's own proxies for bindings
 * need several calls a statement, each of which blocks the whole process.
 * @param schedule runs every call to the database.
 */
export function batchedDatabase(
  miniflare: Miniflare,
  binding = "DB",
  schedule: ScheduleOperation = (operation) => operation(),
): D1Database {
  const connection = connections.get(miniflare) ?? createConnection(miniflare);
  connections.set(miniflare, connection);
  const runStatements = (statements: Statement[], raw = false) =>
    schedule(() => connection({ binding, raw, statements }));
  return databaseOver(
    runStatements,
    async (script) => (await connection({ binding, script, statements: [] }))[0],
  );
}

/**
 * A database whose statements run elsewhere.
 * @param runStatements runs statements in one transaction, or a single one for its raw rows.
 * @param exec runs a script.
 */
export function databaseOver(
  runStatements: (statements: Statement[], raw?: boolean) => Promise<unknown[]>,
  exec: (script: string) => Promise<unknown>,
): D1Database {
  const createStatement = (sql: string, values: unknown[] = []): object => ({
    sql,
    values,
    bind: (...parameters: unknown[]) => createStatement(sql, parameters),
    raw: () => runStatements([{ sql, values }], true),
    all: async () => (await runStatements([{ sql, values }]))[0],
    run: async () => (await runStatements([{ sql, values }]))[0],
    first: async () =>
      v.parse(resultsSchema, (await runStatements([{ sql, values }]))[0]).results[0] ?? null,
  });
  return {
    prepare: (sql: string) => createStatement(sql),
    batch: (statements: Statement[]) => runStatements(statements),
    exec,
  } as unknown as D1Database;
}
