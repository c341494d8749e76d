import * as v from "valibot";

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

async function queryRows(request: Request, db: D1Database): Promise<Response> {
  const input = v.safeParse(querySchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const { sql, params } = input.output;
  const { results: runStatements } = await db
    .prepare(sql)
    .bind(...params)
    .all();
  return Response.json(runStatements);
}

/** Runs statements in one transaction; a raw one returns its rows as arrays. */
async function runStatements(request: Request, db: D1Database): Promise<Response> {
  const input = v.safeParse(statementsSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const { raw, statements } = input.output;
  const prepared = statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
  const [first] = prepared;
  return Response.json(raw && first ? await first.raw() : await db.batch(prepared));
}

async function callBucket(request: Request, files: R2Bucket): Promise<Response> {
  const input = v.safeParse(bucketSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const call = input.output;
  switch (call.call) {
    case "head": {
      const head = await files.head(call.key);
      return Response.json(head && { key: head.key, size: head.size });
    }
    case "list": {
      const { objects } = await files.list({ prefix: call.prefix });
      return Response.json(objects.map(({ key, size }) => ({ key, size })));
    }
    case "delete":
      await files.delete(call.keys);
      return Response.json(null);
    case "abort":
      await files.resumeMultipartUpload(call.key, call.multipartId).abort();
      return Response.json(null);
  }
}

async function putObject(request: Request, url: URL, files: R2Bucket): Promise<Response> {
  await files.put(url.searchParams.get("key") ?? "", await request.arrayBuffer());
  return Response.json(null);
}

async function callConfig(request: Request, names: KVNamespace): Promise<Response> {
  const input = v.safeParse(configSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const call = input.output;
  switch (call.call) {
    case "get":
      return Response.json(await names.get(call.name));
    case "put":
      await names.put(call.name, call.value);
      return Response.json(null);
    case "delete":
      await names.delete(call.name);
      return Response.json(null);
  }
}

async function readObject(url: URL, files: R2Bucket): Promise<Response> {
  const found = await files.get(url.searchParams.get("key") ?? "");
  return found ? new Response(found.body) : notFound();
}

async function sendMessages(request: Request, jobs: Queue): Promise<Response> {
  const input = v.safeParse(messagesSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  await jobs.sendBatch(input.output.bodies.map((body) => ({ body })));
  return Response.json({ sent: input.output.bodies.length });
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
  switch (`${request.method} ${url.pathname}`) {
    case "POST /sandbox/window/rows":
      return queryRows(request, env.DB);
    case "POST /sandbox/window/messages":
      return sendMessages(request, env.JOBS);
    case "GET /sandbox/window/object":
      return readObject(url, env.FILES);
    case "PUT /sandbox/window/object":
      return putObject(request, url, env.FILES);
    case "POST /sandbox/window/results":
      return runStatements(request, env.DB);
    case "POST /sandbox/window/bucket":
      return callBucket(request, env.FILES);
    case "POST /sandbox/window/config":
      return callConfig(request, env.CONFIG);
    default:
      return notFound();
  }
}
