import * as v from "valibot";

/** What a look at the site's own stores needs; the binding exists in local runs only. */
export interface InspectorBindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  JOBS: Queue;
  /** "open" where tests started the run; anybody else's run keeps the window shut. */
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

async function rows(request: Request, db: D1Database): Promise<Response> {
  const input = v.safeParse(querySchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const { sql, params } = input.output;
  const { results } = await db
    .prepare(sql)
    .bind(...params)
    .all();
  return Response.json(results);
}

/** The results of statements in one transaction; of a raw one its rows as lists. */
async function results(request: Request, db: D1Database): Promise<Response> {
  const input = v.safeParse(statementsSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const { raw, statements } = input.output;
  const prepared = statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
  const [first] = prepared;
  return Response.json(raw && first ? await first.raw() : await db.batch(prepared));
}

async function bucket(request: Request, files: R2Bucket): Promise<Response> {
  const input = v.safeParse(bucketSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const ask = input.output;
  switch (ask.call) {
    case "head": {
      const head = await files.head(ask.key);
      return Response.json(head && { key: head.key, size: head.size });
    }
    case "list": {
      const { objects } = await files.list({ prefix: ask.prefix });
      return Response.json(objects.map(({ key, size }) => ({ key, size })));
    }
    case "delete":
      await files.delete(ask.keys);
      return Response.json(null);
    case "abort":
      await files.resumeMultipartUpload(ask.key, ask.multipartId).abort();
      return Response.json(null);
  }
}

async function putObject(request: Request, url: URL, files: R2Bucket): Promise<Response> {
  await files.put(url.searchParams.get("key") ?? "", await request.arrayBuffer());
  return Response.json(null);
}

async function config(request: Request, names: KVNamespace): Promise<Response> {
  const input = v.safeParse(configSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const ask = input.output;
  switch (ask.call) {
    case "get":
      return Response.json(await names.get(ask.name));
    case "put":
      await names.put(ask.name, ask.value);
      return Response.json(null);
    case "delete":
      await names.delete(ask.name);
      return Response.json(null);
  }
}

async function object(url: URL, files: R2Bucket): Promise<Response> {
  const found = await files.get(url.searchParams.get("key") ?? "");
  return found ? new Response(found.body) : notFound();
}

async function send(request: Request, jobs: Queue): Promise<Response> {
  const input = v.safeParse(messagesSchema, await request.json());
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  await jobs.sendBatch(input.output.bodies.map((body) => ({ body })));
  return Response.json({ sent: input.output.bodies.length });
}

/**
 * Lets tests read and change what the running site has stored, through the site's own process: a second
 * process on the same database files now and then finds them locked, and so does the site.
 * `POST /sandbox/window/rows` {sql, params} gives rows, `/sandbox/window/object?key=` gives and takes
 * bytes, `POST /sandbox/window/messages` {bodies} puts whatever they are into the queue of the jobs;
 * `/results`, `/bucket` and `/config` are the calls of D1, R2 and KV that tests make.
 */
export async function storeInspector(request: Request, env: InspectorBindings): Promise<Response> {
  if (env.TEST_WINDOW !== "open") return notFound();
  const url = new URL(request.url);
  switch (`${request.method} ${url.pathname}`) {
    case "POST /sandbox/window/rows":
      return rows(request, env.DB);
    case "POST /sandbox/window/messages":
      return send(request, env.JOBS);
    case "GET /sandbox/window/object":
      return object(url, env.FILES);
    case "PUT /sandbox/window/object":
      return putObject(request, url, env.FILES);
    case "POST /sandbox/window/results":
      return results(request, env.DB);
    case "POST /sandbox/window/bucket":
      return bucket(request, env.FILES);
    case "POST /sandbox/window/config":
      return config(request, env.CONFIG);
    default:
      return notFound();
  }
}
