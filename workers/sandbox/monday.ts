import {
  buildSchema,
  type DocumentNode,
  type ExecutionResult,
  execute,
  type GraphQLError,
  getOperationAST,
  parse,
  validate,
} from "graphql";
import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { nextFault } from "./faults";
import { mondayContract } from "./monday-contract";
import { mondayFaults } from "./monday-faults";
import { mondayRoot } from "./monday-resolvers";
import { boardColumns, createMondayTables } from "./monday-store";

const record = v.record(v.string(), v.unknown());
const jsonRecord = v.pipe(v.string(), v.parseJson(), record);
const mapSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.array(v.string())])),
);

/** Puts a file where a path such as "variables.file" says. */
function put(variables: Record<string, unknown>, path: string, file: File): void {
  variables[path.replace(/^variables\./, "")] = file;
}

/**
 * A GraphQL call with files, in any of the three forms the board takes: with a map of part to
 * variable path (a text, or a list of them), or with a part named `variables[name]`.
 * @returns undefined when the body is none of them.
 */
async function readFileForm(
  request: Request,
): Promise<{ query: string; variables: Record<string, unknown> } | undefined> {
  const form = await request.formData().catch(() => undefined);
  const query = form?.get("query");
  if (!form || typeof query !== "string") return undefined;
  const result = v.safeParse(jsonRecord, form.get("variables"));
  const variables = result.success ? { ...result.output } : {};
  const map = v.safeParse(mapSchema, form.get("map"));
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") continue;
    const direct = /^variables\[(\w+)\]$/.exec(name)?.[1];
    const paths = direct ?? (map.success ? map.output[name] : undefined) ?? [];
    for (const path of [paths].flat()) put(variables, path, value);
  }
  return { query, variables };
}

const REPLAY_MINUTES = 30;
/** Longer than any call takes here: a call without a reply after this was killed. */
const RUNNING_SECONDS = 10;

const rowSchema = v.object({ reply: v.nullable(v.string()) });

/** `new`: run it; `running`: a duplicate is in flight; `replay`: the reply of the first call. */
type Claim = { kind: "new" } | { kind: "running" } | { kind: "replay"; reply: string };

/**
 * Claims an idempotency key for half an hour, as the board does; for some seconds where the call that
 * claimed it was killed before its reply.
 */
async function claimKey(db: D1Database, key: string, now: Date): Promise<Claim> {
  const expiredBefore = new Date(now.getTime() - REPLAY_MINUTES * 60_000).toISOString();
  const deadBefore = new Date(now.getTime() - RUNNING_SECONDS * 1_000).toISOString();
  const [, , insertion] = await db.batch([
    db.prepare("DELETE FROM monday_replies WHERE created_at < ?").bind(expiredBefore),
    db
      .prepare("DELETE FROM monday_replies WHERE key = ? AND reply IS NULL AND created_at < ?")
      .bind(key, deadBefore),
    db
      .prepare("INSERT OR IGNORE INTO monday_replies (key, created_at) VALUES (?, ?) RETURNING key")
      .bind(key, now.toISOString()),
  ]);
  if (insertion && insertion.results.length > 0) return { kind: "new" };
  const row = await db.prepare("SELECT reply FROM monday_replies WHERE key = ?").bind(key).first();
  const { reply } = v.parse(rowSchema, row);
  return reply === null ? { kind: "running" } : { kind: "replay", reply };
}

async function storeReply(db: D1Database, key: string, reply: string): Promise<void> {
  await db.prepare("UPDATE monday_replies SET reply = ? WHERE key = ?").bind(reply, key).run();
}

/** The part of the published schema that the product uses. */
const schema = buildSchema(mondayContract);

/** Longer than the client waits for an answer. */
const SILENCE_MS = 25_000;

const bodySchema = v.object({
  query: v.string(),
  variables: v.optional(v.nullable(v.record(v.string(), v.unknown()))),
});

function refusal(status: number, code: string, message: string, headers?: HeadersInit): Response {
  const extensions = { code, status_code: status };
  return Response.json({ errors: [{ message, extensions }] }, { status, headers });
}

function parseQuery(query: string): DocumentNode | undefined {
  try {
    return parse(query);
  } catch {
    return undefined;
  }
}

/** The error of a query that does not fit the schema, under the code the board gives it. */
function invalidReply(error: GraphQLError): Response {
  const code = /^Cannot query field/.test(error.message) ? "undefinedField" : "validationError";
  return refusal(200, code, error.message);
}

function loseData({ data }: ExecutionResult): object {
  const empty = data && Object.fromEntries(Object.keys(data).map((key) => [key, null]));
  const extensions = { code: "INTERNAL_SERVER_ERROR", status_code: 500 };
  return { data: empty, errors: [{ message: "Internal server error", extensions }] };
}

const envelope = (result: object) =>
  JSON.stringify({ ...result, account_id: 1, extensions: { request_id: "sandbox" } });

const reply = (text: string, headers: Record<string, string>) =>
  new Response(text, { headers: { "Content-Type": "application/json", ...headers } });

const paths = ["/v2", "/v2/file"];

/** The document and its variables, from JSON or from a form with files. */
async function readCall(request: Request, path: string) {
  if (path === "/v2/file") return readFileForm(request);
  const body = v.safeParse(bodySchema, await request.json().catch(() => undefined));
  return body.success ? body.output : undefined;
}

/** Imitates `POST https://api.monday.com/v2` and `/v2/file` by the published contract. */
export async function monday(request: Request, db: D1Database, clock: Clock): Promise<Response> {
  const path = new URL(request.url).pathname;
  if (request.method !== "POST" || !paths.includes(path)) {
    return refusal(404, "ResourceNotFoundException", "Not found");
  }
  if (!request.headers.get("Authorization")) {
    return refusal(401, "NOT_AUTHENTICATED", "Not Authenticated");
  }
  const version = request.headers.get("API-Version") ?? "2026-10";
  if (!/^\d{4}-\d{2}$/.test(version)) {
    return refusal(200, "InvalidVersionException", "Malformed API version");
  }
  const call = await readCall(request, path);
  if (!call) return refusal(400, "JsonParseException", "Malformed body");
  const { query, variables } = call;
  const document = parseQuery(query);
  const node = document && getOperationAST(document);
  const operation = node?.operation;
  if (!document || !operation) return refusal(200, "parseError", "Parse error");

  const now = clock();
  await createMondayTables(db);
  const calls = [operation, node.name?.value ?? ""];
  const mode = await nextFault(db, "monday", { calls });
  const fault = mondayFaults[mode];
  if (fault) return fault();
  const [error] = validate(schema, document);
  if (error) return invalidReply(error);

  const headers = { "API-Version": version };
  const key = operation === "mutation" ? request.headers.get("Idempotency-Key") : null;
  if (key) {
    const claim = await claimKey(db, key, now);
    if (claim.kind === "running") {
      return refusal(409, "IDEMPOTENCY_CONFLICT", "Already running", { "Retry-After": "1" });
    }
    if (claim.kind === "replay") {
      return reply(claim.reply, { ...headers, "Idempotency-Replayed": "true" });
    }
  }
  const result = await execute({
    schema,
    document,
    rootValue: mondayRoot({ db, columns: await boardColumns(db), now }),
    variableValues: variables,
  });
  if (key) await storeReply(db, key, envelope(result));
  if (mode === "silent") await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  if (mode === "lost-reply") throw new Error("The connection broke, as it was told to.");
  return reply(envelope(mode === "partial" ? loseData(result) : result), headers);
}
