import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { parseJson } from "~/platform/formats/parse-json";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import type { Fetcher } from "~/platform/http-client";
import {
  type BoardReply,
  boardErrorOf,
  boardErrorsByField,
  MondayError,
} from "./monday-error.server";

export const ENDPOINT = "https://api.monday.com/v2";
/** Ids come as numbers or texts. */
export const boardId = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Current since October 26, 2026; stable for at least six months. */
const API_VERSION = "2026-10";
const TIMEOUT_MS = 20_000;

export interface MondayClient {
  send: Fetcher;
  token: string;
  timeoutMs?: number;
  now: Clock;
  /** Is told of each call whether the board was there; not of its refusals. Must not throw. */
  onOutcome?: ((outcome: CallOutcome) => Promise<void>) | undefined;
}

interface CallOutcome {
  ok: boolean;
  /** How long it took. */
  ms: number;
}

/** Token without "Bearer", and the pinned version. */
export function boardHeaders({ token }: MondayClient, idempotencyKey?: string): Headers {
  const headers = new Headers({ Authorization: token, "API-Version": API_VERSION });
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  return headers;
}

async function sendRequest(
  { send, timeoutMs = TIMEOUT_MS, now }: MondayClient,
  request: Request,
  limitMs = timeoutMs,
): Promise<BoardReply> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await send(new Request(request, { signal }));
    const text = await response.text();
    return {
      status: response.status,
      text,
      json: parseJson(text),
      retryAfterSeconds: retryAfterSeconds(response.headers.get("Retry-After"), now()),
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  } catch (error) {
    throw new MondayError("NO_REPLY", `The board did not answer: ${error}`, { permanent: false });
  }
}

/** @throws MondayError for a failure or an unexpected reply. */
function parseData<Schema extends v.GenericSchema>(
  reply: BoardReply,
  dataSchema: Schema,
  now: Date,
): v.InferOutput<Schema> {
  const failure = boardErrorOf(reply, now);
  if (failure) throw failure;
  const result = v.safeParse(v.object({ data: dataSchema }), reply.json);
  if (result.success) return result.output.data;
  const code = reply.json === undefined ? "NO_REPLY" : "UNEXPECTED_REPLY";
  throw new MondayError(code, "The board's reply has an unknown shape.", { permanent: false });
}

/** Whether the board itself was away, not what it was asked for. */
const isAway = ({ code }: MondayError) => code === "NO_REPLY" || /^HTTP_5\d\d$/.test(code);

/** Sends a request and reads its reply, and tells the client how that went. @throws MondayError */
async function ask<T>(
  client: MondayClient,
  request: Request,
  read: (reply: BoardReply) => T,
  limitMs?: number,
): Promise<T> {
  const startedAt = client.now().getTime();
  const toOutcome = (ok: boolean) => ({ ok, ms: client.now().getTime() - startedAt });
  try {
    const result = read(await sendRequest(client, request, limitMs));
    await client.onOutcome?.(toOutcome(true));
    return result;
  } catch (error) {
    if (error instanceof MondayError && isAway(error)) await client.onOutcome?.(toOutcome(false));
    throw error;
  }
}

interface BoardAnswer<Data> {
  data: Data;
  replayed: boolean;
}

/**
 * Sends a request and parses its reply. Never waits or retries: that is up to the queue.
 * @throws MondayError
 */
export async function requestBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  request: Request,
  limitMs?: number,
): Promise<BoardAnswer<v.InferOutput<Schema>>> {
  const read = (reply: BoardReply) => ({
    data: parseData(reply, dataSchema, client.now()),
    replayed: reply.replayed,
  });
  return ask(client, request, read, limitMs);
}

/** Runs a GraphQL document. @throws MondayError */
export async function queryBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<v.InferOutput<Schema>> {
  return (await mutateBoard(client, dataSchema, query, variables)).data;
}

function createRequest(
  client: MondayClient,
  query: string,
  variables: Record<string, unknown>,
  idempotencyKey?: string,
): Request {
  const headers = boardHeaders(client, idempotencyKey);
  headers.set("Content-Type", "application/json");
  return new Request(ENDPOINT, {
    method: "POST",
    headers,
    body: JSON.stringify({ query, variables }),
  });
}

/** What came of each field of a mutation, by its alias. */
interface PartialAnswer {
  /** Ids of those that succeeded. */
  ids: ReadonlyMap<string, string>;
  failures: ReadonlyMap<string, MondayError>;
  replayed: boolean;
}

const idsSchema = v.object({
  data: v.record(v.string(), v.fallback(v.nullable(v.object({ id: boardId })), null)),
});

/**
 * Runs a mutation whose fields can fail separately.
 * @param idempotencyKey as for `mutateBoard`.
 * @throws MondayError if the whole document failed.
 */
export async function mutateBoardPartially(
  client: MondayClient,
  query: string,
  variables: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<PartialAnswer> {
  return ask(client, createRequest(client, query, variables, idempotencyKey), (reply) => {
    const now = client.now();
    const failures = boardErrorsByField(reply, now) ?? new Map<string, MondayError>();
    if (failures.size === 0) parseData(reply, v.record(v.string(), v.unknown()), now);
    const { data } = v.parse(v.fallback(idsSchema, { data: {} }), reply.json);
    const ids = Object.entries(data).flatMap(([alias, field]) =>
      field ? [[alias, field.id] as const] : [],
    );
    return { ids: new Map(ids), failures, replayed: reply.replayed };
  });
}

/**
 * Runs a mutation.
 * @param idempotencyKey a repetition within 30 minutes is not executed and gets the first reply.
 * @throws MondayError
 */
export function mutateBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<BoardAnswer<v.InferOutput<Schema>>> {
  return requestBoard(client, dataSchema, createRequest(client, query, variables, idempotencyKey));
}
