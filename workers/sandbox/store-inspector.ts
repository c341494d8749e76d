import * as v from "valibot";

/** What a look at the site's own stores needs; the binding exists in local runs only. */
export interface InspectorBindings {
  DB: D1Database;
  FILES: R2Bucket;
  JOBS: Queue;
  /** "open" where tests started the run; anybody else's run keeps the window shut. */
  TEST_WINDOW?: string;
}

const querySchema = v.strictObject({
  sql: v.string(),
  params: v.array(v.union([v.string(), v.number(), v.null()])),
});

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
 * Lets tests read what the running site has stored, through the site's own process: a second
 * process on the same database files now and then finds them locked, and so does the site.
 * `POST /sandbox/window/rows` {sql, params} gives rows, `GET /sandbox/window/object?key=` bytes,
 * `POST /sandbox/window/messages` {bodies} puts whatever they are into the queue of the jobs.
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
    default:
      return notFound();
  }
}
