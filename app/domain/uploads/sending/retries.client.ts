import { throwIfAborted } from "~/platform/formats/abort";
import type { UploadState } from "../upload-state";
import type { Report } from "./file-job.client";
import { shouldRetryLater, TransportError, type UploadDeps } from "./transport";

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

/** For a line that is cut, or that carries nothing. */
export const OFFLINE_TEXT = "Waiting for connection.";

/** What the page is told while nothing gets through. */
export function waitingState(
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

/** How long a call is repeated. */
interface RetryOptions {
  /** Failed tries in a row, with a connection, after which the error is thrown. */
  patience?: number;
  /** Grows with what has got through: a try that failed after that is the first in its row. */
  progress?: () => number;
}

/** Repeats a call until it works, is refused for good, or is stopped. */
export async function withRetries<T>(
  deps: UploadDeps,
  signal: AbortSignal,
  report: Report,
  ask: () => Promise<T>,
  { patience = Number.POSITIVE_INFINITY, progress = () => 0 }: RetryOptions = {},
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
      if (tries >= patience) throw error;
      const { cut, retryAfterMs } = error.facts;
      const delay = retryDelay({ count: failures, cut, retryAfterMs }, deps.random());
      if (isWorthTelling(deps, { tries, delay }))
        report(waitingState(deps, { cut, tries, cause: error.message }));
      if (await deps.pause(delay, signal)) failures = tries = 0;
      throwIfAborted(signal);
    }
  }
}
