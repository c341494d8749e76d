import type { UploadState } from "../upload-state";
import { retryDelay } from "./back-off";
import type { Report, UploadWorld } from "./file-job.client";
import { TransportError } from "./label-answer.client";

/** What the page is told while nothing gets through. */
export function waitingState(
  world: Pick<UploadWorld, "online">,
  failure: { cut: boolean; tries: number; cause: string },
): Partial<UploadState> {
  const { cut, tries, cause } = failure;
  const text = !world.online()
    ? "No connection."
    : cut
      ? "Connection lost."
      : "The label cannot take this file just now.";
  return { phase: "waiting", text, tries, cause, rate: undefined, secondsLeft: undefined };
}

/** A wait shorter than this is over before it is read. */
const TOLD_MS = 400;

/** Whether the page is to tell of a wait of `delay` ms. */
export function isWorthTelling(
  world: Pick<UploadWorld, "online">,
  { tries, delay }: { tries: number; delay: number },
): boolean {
  return delay > TOLD_MS || tries > 1 || !world.online();
}

/**
 * Repeats a call until it works, is refused for good, or is stopped.
 * @param patience failed tries with a connection after which its error is thrown.
 */
export async function keepTrying<T>(
  world: UploadWorld,
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
      // Without a connection nothing was tried.
      if (world.online()) tries += 1;
      if (tries >= patience) throw error;
      const { cut, retryAfterMs } = error.facts;
      const delay = retryDelay({ count: failures, cut, retryAfterMs }, world.random());
      if (isWorthTelling(world, { tries, delay }))
        report(waitingState(world, { cut, tries, cause: error.message }));
      if (await world.pause(delay, signal)) failures = 0;
      signal.throwIfAborted();
    }
  }
}
