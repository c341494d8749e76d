import { abortReason } from "~/platform/formats/abort";

/** A file's turn. */
export interface ScheduledTurn {
  end(): void;
  /** Whether it gets nothing through just now, so that it keeps nobody else from sending. */
  stuck(is: boolean): void;
}

/** The order in which files send, or are read. */
export type UploadScheduler = ReturnType<typeof createUploadScheduler>;

interface Place {
  size: number;
  stuck: boolean;
  begin?: () => void;
}

/**
 * The order in which files send: in the order they came, one large file at a time so that on a slow
 * link one is finished before the next, and one small file beside it, which would wait long for
 * little.
 * @param small the most bytes of a small file.
 */
export function createUploadScheduler(small: number) {
  let waiting: Place[] = [];
  const sending = new Set<Place>();

  function next(): void {
    for (const large of [false, true]) {
      const alike = (place: Place) => place.size > small === large;
      if ([...sending].some((place) => alike(place) && !place.stuck)) continue;
      const place = waiting.find(alike);
      if (!place) continue;
      waiting = waiting.filter((other) => other !== place);
      sending.add(place);
      place.begin?.();
    }
  }

  return {
    /** How many files have their turn. */
    sending: () => sending.size,

    /**
     * Resolves when it is the turn of a file of `size` bytes. Rejects as `signal` aborts.
     * @param onWait called when others come first.
     */
    turn(size: number, signal: AbortSignal, onWait: () => void): Promise<ScheduledTurn> {
      const place: Place = { size, stuck: false };
      const leave = () => {
        waiting = waiting.filter((other) => other !== place);
        sending.delete(place);
        next();
      };
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortReason(signal));
        const giveUp = () => {
          leave();
          reject(abortReason(signal));
        };
        signal.addEventListener("abort", giveUp, { once: true });
        place.begin = () => {
          signal.removeEventListener("abort", giveUp);
          resolve({
            end: leave,
            stuck(is) {
              place.stuck = is;
              if (is) next();
            },
          });
        };
        waiting.push(place);
        next();
        if (!sending.has(place)) onWait();
      });
    },
  };
}

/** Below about 1 Mbit/s a second lane only makes both slower to finish. Bytes per second. */
const SLOW_RATE = 125_000;
export const MOST_LANES = 4;
/** Of the six connections that browsers open to a place, one is left for the other calls. */
const MOST_AT_ONCE = 5;
const LOOK_MS = 4_000;
/** Another lane may lose another part when the link is cut: it is tried where parts pass quickly. */
const LOOK_PARTS = 8;
const WORTH = 1.1;
const AFTER_FAILURE_MS = 30_000;
/** A second lane is not tried before the link has lasted so many times as long as between cuts. */
const LIVES = 2;
const AFTER_VAIN_MS = 60_000;
/** A link may stand still for this share of a request before another one covers the gap. */
const IDLE_SHARE = 0.02;

/** How many requests carry bytes at a time. Times in milliseconds, rates in bytes per second. */
interface Lanes {
  count(): number;
  /** The speed by now; to be told often. `partMs`: how long a whole part takes. */
  saw(at: number, rate: number | undefined, partMs?: number): void;
  /**
   * A request has failed: one lane until the link has shown that it carries.
   * @param lifeMs how long the link lasts between cuts, if there were any.
   */
  failed(at: number, lifeMs?: number): void;
}

/**
 * Begins with one lane, because what a cut loses grows with every further one, and tries one more
 * from time to time: it stays where it carried a tenth more than before.
 */
export function openLanes(): Lanes {
  let count = 1;
  let trial: { from: number } | undefined;
  let since: number | undefined;
  let notBefore = 0;
  let rates: number[] = [];

  function look(at: number): void {
    since = at;
    rates = [];
  }

  return {
    count: () => count,
    saw(at, rate, partMs = 0) {
      if (rate === undefined) return;
      since ??= at;
      if (rate < SLOW_RATE) {
        count = 1;
        trial = undefined;
        return look(at);
      }
      rates.push(rate);
      if (at - since < Math.max(LOOK_MS, partMs * LOOK_PARTS)) return;
      const now = median(rates);
      look(at);
      if (trial && now < trial.from * WORTH) {
        count -= 1;
        notBefore = at + AFTER_VAIN_MS;
        trial = undefined;
      } else if (count < MOST_LANES && at >= notBefore) {
        count += 1;
        trial = { from: now };
      } else trial = undefined;
    },
    failed(at, lifeMs = 0) {
      count = 1;
      trial = undefined;
      notBefore = at + Math.max(AFTER_FAILURE_MS, lifeMs * LIVES);
      look(at);
    },
  };
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/**
 * How many requests may be on their way at once, those included whose bytes have all left and that
 * only wait for their answer: enough that the link never waits for one, and no more.
 * @param requestMs how long one request's bytes take; unknown before anything was measured.
 * @param answerMs how long an answer takes to come.
 */
export function maxConcurrentRequests(
  lanes: number,
  requestMs: number | undefined,
  answerMs: number,
): number {
  if (requestMs === undefined) return Math.min(MOST_AT_ONCE, lanes + 1);
  if (answerMs < requestMs * IDLE_SHARE) return lanes;
  return Math.min(MOST_AT_ONCE, lanes + Math.ceil(answerMs / Math.max(1, requestMs)));
}
