import * as v from "valibot";
import { type Clock, systemClock } from "~/platform/clock";
import type { Fetcher } from "~/platform/http-client";
import { BoardError, type BoardReply, failureOf } from "./board-error.server";

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
  now?: Clock;
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
  { send, timeoutMs = TIMEOUT_MS }: MondayClient,
  request: Request,
  limitMs = timeoutMs,
): Promise<BoardReply> {
  const signal = AbortSignal.timeout(limitMs);
  try {
    const response = await send(new Request(request, { signal }));
    const text = await response.text();
    const wait = Number(response.headers.get("Retry-After"));
    return {
      status: response.status,
      text,
      json: parsed(text),
      retryAfterSeconds: wait > 0 ? wait : undefined,
      replayed: response.headers.get("Idempotency-Replayed") === "true",
    };
  } catch (error) {
    throw new BoardError("NO_REPLY", `The board did not answer: ${error}`, { permanent: false });
  }
}

/**
 * Sends a request and reads the data of its reply. Never waits and never tries again: that is for
 * the queue, whose messages carry the delay.
 * @throws BoardError
 */
export async function dataOf<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  request: Request,
  limitMs?: number,
): Promise<v.InferOutput<Schema>> {
  const reply = await replyTo(client, request, limitMs);
  const failure = failureOf(reply, (client.now ?? systemClock)());
  if (failure) throw failure;
  const result = v.safeParse(v.object({ data: dataSchema }), reply.json);
  if (result.success) return result.output.data;
  const code = reply.json === undefined ? "NO_REPLY" : "UNEXPECTED_REPLY";
  throw new BoardError(code, "The board's reply has an unknown shape.", { permanent: false });
}

/**
 * Asks the board one of its documents.
 * @param idempotencyKey for mutations: a repetition within 30 minutes gets the first answer again.
 * @throws BoardError
 */
export function askBoard<Schema extends v.GenericSchema>(
  client: MondayClient,
  dataSchema: Schema,
  query: string,
  variables: Record<string, unknown> = {},
  idempotencyKey?: string,
): Promise<v.InferOutput<Schema>> {
  const headers = boardHeaders(client, idempotencyKey);
  headers.set("Content-Type", "application/json");
  const body = JSON.stringify({ query, variables });
  return dataOf(client, dataSchema, new Request(ENDPOINT, { method: "POST", headers, body }));
}
