import * as v from "valibot";
import { postInput } from "./post-input";

/** The bindings of the site's own stores; they exist in local runs only. */
export interface InspectorBindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  JOBS: Queue;
  /** "open" where tests started the run; in any other run the inspector is off. */
  TEST_WINDOW?: string;
}

const valueSchema = v.union([v.string(), v.number(), v.boolean(), v.null()]);

const querySchema = v.strictObject({ sql: v.string(), params: v.array(valueSchema) });

const statementsSchema = v.strictObject({
  raw: v.boolean(),
  statements: v.pipe(
    v.array(v.strictObject({ sql: v.string(), values: v.array(valueSchema) })),
    v.minLength(1),
  ),
});

const bucketSchema = v.variant("call", [
  v.strictObject({ call: v.literal("head"), key: v.string() }),
  v.strictObject({ call: v.literal("list"), prefix: v.string() }),
  v.strictObject({ call: v.literal("delete"), keys: v.array(v.string()) }),
  v.strictObject({ call: v.literal("abort"), key: v.string(), multipartId: v.string() }),
]);

const configSchema = v.variant("call", [
  v.strictObject({ call: v.literal("get"), name: v.string() }),
  v.strictObject({ call: v.literal("put"), name: v.string(), value: v.string() }),
  v.strictObject({ call: v.literal("delete"), name: v.string() }),
]);

const messagesSchema = v.strictObject({
  bodies: v.pipe(v.array(v.unknown()), v.minLength(1), v.maxLength(100)),
});

const notFound = () => Response.json({ error: "Nothing here." }, { status: 404 });

type Call<S extends v.GenericSchema> = v.InferOutput<S>;

/** Runs statements in one transaction; a raw one returns its rows as arrays. */
async function runStatements(
  db: D1Database,
  { raw, statements }: Call<typeof statementsSchema>,
): Promise<unknown> {
  const prepared = statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
  const [first] = prepared;
  return raw && first ? await first.raw() : await db.batch(prepared);
}

async function callBucket(files: R2Bucket, call: Call<typeof bucketSchema>): Promise<unknown> {
  switch (call.call) {
    case "head": {
      const head = await files.head(call.key);
      return head && { key: head.key, size: head.size };
    }
    case "list": {
      const { objects } = await files.list({ prefix: call.prefix });
      return objects.map(({ key, size }) => ({ key, size }));
    }
    case "delete":
      return files.delete(call.keys);
    case "abort":
      return files.resumeMultipartUpload(call.key, call.multipartId).abort();
  }
}

async function callConfig(names: KVNamespace, call: Call<typeof configSchema>): Promise<unknown> {
  switch (call.call) {
    case "get":
      return names.get(call.name);
    case "put":
      return names.put(call.name, call.value);
    case "delete":
      return names.delete(call.name);
  }
}

async function callObject(request: Request, url: URL, files: R2Bucket): Promise<Response> {
  const key = url.searchParams.get("key") ?? "";
  if (request.method === "PUT") {
    await files.put(key, await request.arrayBuffer());
    return Response.json(null);
  }
  const found = await files.get(key);
  return found ? new Response(found.body) : notFound();
}

/**
 * Lets tests read and change what the running site has stored, through the site's own process: a second
 * process on the same database files would at times find them locked.
 * `POST /sandbox/window/rows` {sql, params} returns rows, `/sandbox/window/object?key=` reads and writes
 * bytes, `POST /sandbox/window/messages` {bodies} sends messages to the queue of the jobs; `/results`,
 * `/bucket` and `/config` are calls of D1, R2 and KV.
 */
export async function storeInspector(request: Request, env: InspectorBindings): Promise<Response> {
  if (env.TEST_WINDOW !== "open") return notFound();
  const url = new URL(request.url);
  const path = url.pathname.slice("/sandbox/window/".length);
  if (path === "object") return callObject(request, url, env.FILES);
  switch (`${request.method} ${path}`) {
    case "POST rows":
      return postInput(request, querySchema, async ({ sql, params }) => {
        const statement = env.DB.prepare(sql).bind(...params);
        return (await statement.all()).results;
      });
    case "POST messages":
      return postInput(request, messagesSchema, async ({ bodies }) => {
        await env.JOBS.sendBatch(bodies.map((body) => ({ body })));
        return { sent: bodies.length };
      });
    case "POST results":
      return postInput(request, statementsSchema, (call) => runStatements(env.DB, call));
    case "POST bucket":
      return postInput(request, bucketSchema, (call) => callBucket(env.FILES, call));
    case "POST config":
      return postInput(request, configSchema, (call) => callConfig(env.CONFIG, call));
    default:
      return notFound();
  }
}
