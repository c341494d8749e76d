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
import { type Clock, systemClock } from "~/platform/clock";
import { mondayContract } from "./monday-contract";
import { failureReply, nextFailure } from "./monday-failures";
import { readFileForm } from "./monday-form";
import { claimKey, rememberReply } from "./monday-replies";
import { mondayRoot } from "./monday-resolvers";
import { boardColumns, openStore } from "./monday-store";

/** The part of the published schema that the product uses, executed as it stands. */
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
function invalid(error: GraphQLError): Response {
  const code = /^Cannot query field/.test(error.message) ? "undefinedField" : "validationError";
  return refusal(200, code, error.message);
}

/** The result as a reply that lost it: data empty, an error in its place. */
function withoutData({ data }: ExecutionResult): object {
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

/** Answers `POST https://api.monday.com/v2` and `/v2/file` after the published contract. */
export async function monday(
  request: Request,
  db: D1Database,
  clock: Clock = systemClock,
): Promise<Response> {
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
  await openStore(db);
  const failure = await nextFailure(db, { kind: operation, name: node.name?.value ?? "" });
  const failed = failureReply(failure);
  if (failed) return failed;
  const [error] = validate(schema, document);
  if (error) return invalid(error);

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
  if (key) await rememberReply(db, key, envelope(result));
  if (failure === "silent") await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
  if (failure === "lost-reply") throw new Error("The connection broke, as it was told to.");
  return reply(envelope(failure === "partial" ? withoutData(result) : result), headers);
}
