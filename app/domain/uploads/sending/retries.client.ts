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

/**
 * Repeats a call until it works, is refused for good, or is stopped.
 * @param patience failed tries with a connection after which its error is thrown.
 */
export async function withRetries<T>(
  deps: UploadDeps,
  signal: AbortSignal,
  report: Report,
  ask: () => Promise<T>,
  patience = Number.POSITIVE_INFINITY,
): Promise<T> {
  let failures = 0;
  let tries = 0;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (signal.aborted || !(error instanceof TransportError)) throw error;
      failures += 1;
      // Without a connection nothing was tried, and no other way gets around the server's own no.
      if (deps.online() && !shouldRetryLater(error.facts)) tries += 1;
      if (tries >= patience) throw error;
      const { cut, retryAfterMs } = error.facts;
      const delay = retryDelay({ count: failures, cut, retryAfterMs }, deps.random());
      if (isWorthTelling(deps, { tries, delay }))
        report(waitingState(deps, { cut, tries, cause: error.message }));
      if (await deps.pause(delay, signal)) failures = 0;
      throwIfAborted(signal);
    }
  }
}

/** A request of several at a time that has failed. Times in milliseconds. */
export interface RequestFailure {
  /** When the request began. */
  began: number;
  text: string;
  cut: boolean;
  retryAfterMs?: number;
  /** How often the same thing has failed in a row. */
  times?: number;
}

/**
 * The pauses between the tries of several requests: what fails together counts once, and all wait
 * together.
 */
export class SharedBackoff {
  /** The pause that is waited for; a later one takes the place of the one before. */
  private current: object | undefined;
  private failures = 0;
  private tries = 0;
  private lastFailure = Number.NEGATIVE_INFINITY;
  private message: Partial<UploadState> | undefined;

  /**
   * @param patience failed tries with a connection after which there is no further one.
   * @param wake called when a pause is over.
   */
  constructor(
    private readonly deps: UploadDeps,
    private readonly signal: AbortSignal,
    private readonly patience: number,
    private readonly wake: () => void,
  ) {}

  /** Waits before the next try. @returns the failure itself where patience ends. */
  failed(failure: RequestFailure): TransportError | undefined {
    const { began, text, cut, retryAfterMs, times = 0 } = failure;
    const { deps } = this;
    const same = this.failures > 0 && began <= this.lastFailure;
    this.lastFailure = deps.now();
    if (same && this.isPausing() && !retryAfterMs) return undefined;
    if (!same) {
      this.failures += 1;
      // Without a connection nothing was tried.
      if (deps.online()) this.tries += 1;
    }
    if (this.tries >= this.patience) return new TransportError(text, { cut, retryAfterMs });
    const { tries } = this;
    const count = Math.max(this.failures, times);
    const delay = retryDelay({ count, cut, retryAfterMs }, deps.random());
    if (this.message || isWorthTelling(deps, { tries, delay }))
      this.message = waitingState(deps, { cut, tries, cause: text });
    void this.pause(delay);
    return undefined;
  }

  private async pause(ms: number): Promise<void> {
    const pause = {};
    this.current = pause;
    const hurried = await this.deps.pause(ms, this.signal);
    if (this.current !== pause) return;
    this.current = undefined;
    if (hurried) {
      this.failures = 0;
      this.tries = 0;
    }
    this.wake();
  }

  /** Something got through. */
  worked(): void {
    this.failures = 0;
    this.tries = 0;
    this.message = undefined;
  }

  /** Bytes move again, although nothing is acknowledged yet. */
  moves(): void {
    this.message = undefined;
  }

  isPausing(): boolean {
    return this.current !== undefined;
  }

  /** Whether nothing has got through since the last failure. */
  lasts(): boolean {
    return this.failures > 0;
  }

  /** What to tell about it; undefined while there is nothing to tell. */
  news(): Partial<UploadState> | undefined {
    return this.message;
  }
}

/** How often parts have failed, and their links were renewed, since they last got through. */
export class PartFailures {
  private readonly failures = new Map<number, { times: number; at: number }>();
  private readonly renewals = new Map<number, number>();

  /**
   * A part, or a piece of it, has failed. Pieces that were on their way together have failed once.
   * @param began when the request began, `at` now, in milliseconds.
   * @returns how often the part has failed in a row.
   */
  failed(part: number, began: number, at: number): number {
    const before = this.failures.get(part);
    const together = before !== undefined && began <= before.at;
    const times = together ? before.times : (before?.times ?? 0) + 1;
    this.failures.set(part, { times, at });
    return times;
  }

  /** @returns how often the link of the part was renewed in a row. */
  renewed(part: number): number {
    const times = (this.renewals.get(part) ?? 0) + 1;
    this.renewals.set(part, times);
    return times;
  }

  /** Something of the part has got through. */
  over(part: number): void {
    this.failures.delete(part);
    this.renewals.delete(part);
  }
}
