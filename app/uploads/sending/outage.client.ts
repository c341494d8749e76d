import type { UploadState } from "../upload-state";
import { retryDelay } from "./back-off";
import type { UploadWorld } from "./file-job.client";
import { isWorthTelling, waitingState } from "./keep-trying.client";
import { TransportError } from "./label-answer.client";

/** A request of several at a time that has failed. Times in milliseconds. */
export interface OutageFailure {
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
 * @param patience failed tries with a connection after which there is no further one.
 * @param wake called when a pause is over.
 */
export function openOutage(
  world: UploadWorld,
  signal: AbortSignal,
  patience: number,
  wake: () => void,
) {
  let failures = 0;
  let tries = 0;
  let last = Number.NEGATIVE_INFINITY;
  let pauses = 0;
  let resting = false;
  let told: Partial<UploadState> | undefined;

  return {
    /** @throws TransportError when patience ends. */
    failed({ began, text, cut, retryAfterMs, times = 0 }: OutageFailure): void {
      const same = failures > 0 && began <= last;
      last = world.now();
      if (same && resting && !retryAfterMs) return;
      if (!same) {
        failures += 1;
        // Without a connection nothing was tried.
        if (world.online()) tries += 1;
      }
      if (tries >= patience) throw new TransportError(text, { cut, retryAfterMs });
      const count = Math.max(failures, times);
      const delay = retryDelay({ count, cut, retryAfterMs }, world.random());
      if (told || isWorthTelling(world, { tries, delay }))
        told = waitingState(world, { cut, tries, cause: text });
      resting = true;
      pauses += 1;
      const mine = pauses;
      void world.pause(delay, signal).then((hurried) => {
        if (mine !== pauses) return;
        resting = false;
        if (hurried) {
          failures = 0;
          tries = 0;
        }
        wake();
      });
    },
    /** Something got through. */
    worked(): void {
      failures = 0;
      tries = 0;
      told = undefined;
    },
    /** Bytes move again, although nothing is acknowledged yet. */
    moves(): void {
      told = undefined;
    },
    resting: () => resting,
    /** Whether nothing has got through since the last failure. */
    lasts: () => failures > 0,
    /** What to tell about it; undefined while there is nothing to tell. */
    told: () => told,
  };
}
