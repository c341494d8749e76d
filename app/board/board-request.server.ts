import * as v from "valibot";
import type { Clock } from "~/platform/clock";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import type { Fetcher } from "~/platform/http-client";
import {
  BoardError,
  type BoardReply,
  boardErrorOf,
  boardErrorsByField,
} from "./board-error.server";

export const ENDPOINT = "https://api.monday.com/v2";
/** Current since October 26, 2026; a version stays stable for at least six months. */
const API_VERSION = "2026-10";
const TIMEOUT_MS = 20_000;

/** Whom to ask and as whom. */
export interface MondayClient {
  send: Fetcher;
  token: string;
  /** Milliseconds after which a silent board counts as away. */
  timeoutMs?: number;
  now: Clock;
}

/** The headers every call carries: the bare token, the pinned version. */
export function boardHeaders({ token }: MondayClient, idempotencyKey?: string): Headers {
  const headers = new Headers({ Authorization: token, "API-Version": API_VERSION });
  if (idempotencyKey) headers.set("Idempotency-Key", idempotencyKey);
  return headers;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function replyTo(
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
      json: parsed(text),
      retryAfterSeconds: retryAfterSeconds(response.headers.get("Retry-After"), now()),
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  } catch (error) {
    throw new BoardError("NO_REPLY", `The board did not answer: ${error}`, { permanent: false });
  }
}

/** @throws BoardError where the reply tells of a failure, or of something else than was asked. */
function dataOf<Schema extends v.GenericSchema>(
  reply: BoardReply,
  dataSchema: Schema,
  now: Date,
): v.InferOutput<Schema> {
  const failure = boardErrorOf(reply, now);
  if (failure) throw failure;
  const result = v.safeParse(v.object({ data: dataSchema }), reply.json);
  if (result.success) return result.output.data;
  const code = reply.json === undefined ? "NO_REPLY" : "UNEXPECTED_REPLY";
  throw new BoardError(code, "The board's reply has an unknown shape.", { permanent: false });
}

/** What the board said, and whether it said so before, to the same idempotency key. */
interface BoardAnswer<Data> {
  data: Data;
  replayed: boolean;
}

/**
 * Sends a request and reads the data of its reply. Never waits and never tries again: that is for
 * the queue, whose messages carry the delay.
 * @throws BoardError
 */
export async function requestBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  request: Request,
  limitMs?: number,
): Promise<BoardAnswer<v.InferOutput<Schema>>> {
  const reply = await replyTo(client, request, limitMs);
  const data = dataOf(reply, dataSchema, client.now());
  return { data, replayed: reply.replayed };
}

/**
 * Asks the board one of its documents.
 * @throws BoardError
 */
export async function queryBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown> = {},
): Promise<v.InferOutput<Schema>> {
  return (await mutateBoard(client, dataSchema, query, variables)).data;
}

/** A request that asks the board one of its documents. */
function requestFor(
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

/**
 * Asks the board a document each of whose fields may fail for itself.
 * @returns the failures, by the names that the fields were asked under.
 * @throws BoardError where nothing says that any of them was carried out.
 */
export async function queryBoardPartially(
  client: MondayClient,
  query: string,
  variables: Record<string, unknown>,
): Promise<ReadonlyMap<string, BoardError>> {
  const reply = await replyTo(client, requestFor(client, query, variables));
  const now = client.now();
  const failures = boardErrorsByField(reply, now);
  if (failures) return failures;
  dataOf(reply, v.record(v.string(), v.nullable(v.unknown())), now);
  return new Map();
}

/**
 * Has the board do something.
 * @param idempotencyKey a repetition within 30 minutes is not done again and gets the first answer.
 * @throws BoardError
 */
export function mutateBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown>,
  idempotencyKey?: string,
): Promise<BoardAnswer<v.InferOutput<Schema>>> {
  return requestBoard(client, dataSchema, requestFor(client, query, variables, idempotencyKey));
}
