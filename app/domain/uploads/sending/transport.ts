import * as v from "valibot";
import type { Compression } from "./stream/blocks.client";

/** How a request ended. */
export type RequestOutcome =
  | {
      kind: "answer";
      status: number;
      /** The JSON that came; undefined when it was none. */
      body: unknown;
      etag?: string;
      retryAfterMs?: number;
    }
  /** Nobody answered. `text` is the specification's; section 8. */
  | {
      kind: "none";
      text: "Network error" | "Upload timeout";
      /** Whether all bytes had left, so that it may have arrived all the same. */
      sentAll: boolean;
    };

/** A call with a JSON body, or without one. */
export interface JsonRequest {
  method: "GET" | "POST" | "DELETE";
  path: string;
  body?: object;
  /** The longest it may take, in milliseconds. */
  limitMs: number;
}

/** A request that carries a file, or a part of one. */
export interface FileRequest {
  method: "PUT" | "POST";
  url: string;
  body: Blob | FormData;
  /** The longest it may take, in milliseconds; without one only standing still ends it. */
  limitMs?: number;
  /**
   * Milliseconds beyond the stall limit that the answer may take once all bytes have left: systems
   * take more bytes than a slow link has carried.
   */
  drainMs: number;
  /** Bytes that have left the browser by now. */
  onProgress: (bytes: number) => void;
  /** All bytes have left the browser; the answer is still to come. */
  onSent: () => void;
}

/** The way to the server. Never rejects: when `signal` aborts, nobody has answered. */
export interface Transport {
  ask(call: JsonRequest, signal: AbortSignal): Promise<RequestOutcome>;
  send(request: FileRequest, signal: AbortSignal): Promise<RequestOutcome>;
}

/** The browser, as far as sending needs it. */
export interface UploadDeps {
  transport: Transport;
  /** Milliseconds on any clock that goes on evenly. */
  now(): number;
  /** Waits; at most until `signal` aborts. @returns whether it was cut short: try now. */
  pause(ms: number, signal: AbortSignal): Promise<boolean>;
  /** Calls back later. @returns what stops it. */
  later(ms: number, run: () => void): () => void;
  online(): boolean;
  /** In [0, 1). */
  random(): number;
  /** What files are compressed with on their way; without it they go as they are. */
  compression?: Compression;
}

/**
 * A request without a byte of progress for this long is dropped and made again: a line that is
 * connected and carries nothing is noticed by this alone. What has arrived of it stays.
 */
export const STALL_MS = 15_000;

/** The specified limit of one request (5 minutes; specification, section 9). */
export const REQUEST_MS = 300_000;

/** A call the server refused for good: making it again changes nothing. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
  constructor(
    text: string,
    readonly status: number,
    readonly reply: unknown = undefined,
  ) {
    super(text);
  }
}

/** A call that got no answer to go by: another try may. Its message is the specification's text. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  constructor(
    text: string,
    readonly facts: { cut: boolean; status?: number; retryAfterMs?: number },
  ) {
    super(text);
  }
}

const refusedSchema = v.object({ error: v.string() });

/** Whether a status is worth another try. */
function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/**
 * Whether the server only asks to wait: it has no room at the moment, or does not know the track yet
 * that the file is for.
 */
export function shouldRetryLater({
  status,
  retryAfterMs,
}: {
  status?: number;
  retryAfterMs?: number;
}) {
  return (status === 409 || status === 429) && retryAfterMs !== undefined;
}

/** What an answer says, by its schema. @throws RefusedError, or TransportError. */
export function parseReply<const S extends v.GenericSchema>(
  answer: RequestOutcome,
  schema: S,
): v.InferOutput<S> {
  if (answer.kind === "none") throw new TransportError(answer.text, { cut: true });
  const { status, body, retryAfterMs } = answer;
  if (status >= 200 && status < 300) {
    const result = v.safeParse(schema, body);
    if (result.success) return result.output;
    throw new TransportError("Failed to parse server response", { cut: false, status });
  }
  const refusalResult = v.safeParse(refusedSchema, body);
  const text = refusalResult.success ? refusalResult.output.error : `HTTP status ${status}`;
  if (isTemporary(status) || shouldRetryLater({ status, retryAfterMs }))
    throw new TransportError(text, { cut: false, status, retryAfterMs });
  throw new RefusedError(text, status, body);
}
