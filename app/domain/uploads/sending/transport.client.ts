import * as v from "valibot";
import { throwIfAborted } from "~/platform/formats/abort";
import type { Compression } from "../compression/blocks.client";
import { OFFLINE_TEXT } from "../send-progress";
import type { UploadState } from "../upload-state";

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
  /** How many files it announces: each changes its slot. */
  announces?: number;
}

/** A request that carries bytes of a file. */
export interface FileRequest {
  url: string;
  body: Blob;
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

function isTemporary(status: number): boolean {
  return status >= 500 || status === 429 || status === 408;
}

/**
 * Whether the server only asks to wait: it has no room at the moment, or does not know the track yet
 * that the file is for.
 */
function shouldRetryLater({ status, retryAfterMs }: { status?: number; retryAfterMs?: number }) {
  return (status === 409 || status === 429) && retryAfterMs !== undefined;
}

/** Tells what has changed. */
export type Report = (change: Partial<UploadState>) => void;

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

/** After a connection was cut the next try follows within this time: most cuts are over at once. */
const AFTER_CUT_MS = 100;
const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
/** A server may not send an artist away for longer than this. */
const LONGEST_ASKED_MS = 600_000;

/** What the next try is to wait for. */
interface Failures {
  /** Failed tries in a row, this one included. */
  count: number;
  /** Whether the connection was cut, rather than the server being unwell. */
  cut: boolean;
  /** What the server asked for by Retry-After. */
  retryAfterMs?: number;
}

/**
 * Milliseconds until the next try: anything up to a limit that doubles, so that many browsers do
 * not come back in step ("full jitter"). Never less than the server asked for, within reason.
 * @param random a number in [0, 1).
 */
export function retryDelay({ count, cut, retryAfterMs = 0 }: Failures, random: number): number {
  const doublings = Math.max(0, count - (cut ? 2 : 1));
  const most = cut && count <= 1 ? AFTER_CUT_MS : Math.min(LONGEST_MS, FIRST_MS * 2 ** doublings);
  const least = Math.min(LONGEST_ASKED_MS, Math.max(0, retryAfterMs));
  return least + most * random;
}

/** What the page is told while nothing gets through. */
function waitingState(
  deps: Pick<UploadDeps, "online">,
  { cut, tries, cause }: { cut: boolean; tries: number; cause: string },
): Partial<UploadState> {
  const text = cut || !deps.online() ? OFFLINE_TEXT : "We can't take this file just now.";
  return { phase: "waiting", text, tries, cause, rate: undefined, secondsLeft: undefined };
}

/** A wait shorter than this is over before it is read. */
const SHORTEST_SHOWN_MS = 400;

/** Whether the page is to tell of a wait of `delay` ms. */
function isWorthTelling(
  deps: Pick<UploadDeps, "online">,
  { tries, delay }: { tries: number; delay: number },
): boolean {
  return delay > SHORTEST_SHOWN_MS || tries > 1 || !deps.online();
}

/**
 * Repeats a call until it works, is refused for good, or is stopped.
 * @param progress grows with what has got through: a try that failed after that is the first in its row.
 */
export async function withRetries<T>(
  deps: UploadDeps,
  signal: AbortSignal,
  report: Report,
  ask: () => Promise<T>,
  progress: () => number = () => 0,
): Promise<T> {
  let failures = 0;
  let tries = 0;
  for (;;) {
    const before = progress();
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof TransportError)) throw error;
      if (progress() > before) failures = tries = 0;
      failures += 1;
      // Without a connection nothing was tried, and no other way gets around the server's own no.
      if (deps.online() && !shouldRetryLater(error.facts)) tries += 1;
      const { cut, retryAfterMs } = error.facts;
      const delay = retryDelay({ count: failures, cut, retryAfterMs }, deps.random());
      if (isWorthTelling(deps, { tries, delay }))
        report(waitingState(deps, { cut, tries, cause: error.message }));
      if (await deps.pause(delay, signal)) failures = tries = 0;
      throwIfAborted(signal);
    }
  }
}
