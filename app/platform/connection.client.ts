import { abortReason } from "./formats/abort";

/** A request without a sign of life is given up after this time, in milliseconds. */
const SILENCE_MS = 15_000;
/** The first pause before another try; it doubles with every further one. */
const PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 15_000;
/** Whoever is slow to answer is given up to eight times as long. */
const MOST_DOUBLINGS = 3;

/** The browser, as far as the line needs it. */
interface LineDeps {
  isOnline: () => boolean;
  /** Runs something later; returns the function that stops it. */
  later: (run: () => void, ms: number) => () => void;
  /** Calls back when the browser says that it is online again; returns the function that stops it. */
  onOnline: (listener: () => void) => () => void;
  /** The same for when it says that it is offline. */
  onOffline: (listener: () => void) => () => void;
  /** Asks the label for a sign of life. Rejects when there is none. */
  ask: (signal: AbortSignal) => Promise<unknown>;
}

/** What is given to a request: when it ends, and what it must tell. */
export interface RetryAttempt {
  signal: AbortSignal;
  /** To be called whenever something has arrived. */
  alive: () => void;
}

/** Ends a request that nothing arrives of for so long. */
function limited<T>(
  { later }: LineDeps,
  ms: number,
  outer: AbortSignal | undefined,
  work: (attempt: RetryAttempt) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const end = () => {
      stop.abort();
      reject(abortReason(stop.signal));
    };
    let stopClock = later(end, ms);
    const alive = () => {
      stopClock();
      stopClock = later(end, ms);
    };
    outer?.addEventListener("abort", end);
    if (outer?.aborted) end();
    work({ signal: stop.signal, alive })
      .then(resolve, reject)
      .finally(() => {
        stopClock();
        outer?.removeEventListener("abort", end);
      });
  });
}

/** The line between this page and the label: what is held back while it is gone. */
export function createConnection(deps: LineDeps) {
  const listeners = new Set<() => void>();
  const wakers = new Set<() => void>();
  let holders = 0;

  function count(by: 1 | -1): void {
    holders += by;
    for (const listen of listeners) listen();
  }

  /** Has everything that is held back tried at once. */
  function retryNow(): void {
    for (const wake of [...wakers]) wake();
  }

  /** Resolves when another try is worth it: after `ms`, or as soon as the line may be back; at once for what is given up. */
  function waitForRetry(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        stopClock();
        stopListening();
        wakers.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const stopClock = deps.later(wake, ms);
      const stopListening = deps.onOnline(wake);
      wakers.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }

  /**
   * Carries something through to its end, however often the line goes: tries, and after a failure
   * waits until the label gives a sign of life before it tries again. Each try must be safe to
   * repeat. Meanwhile the page says that the line is gone.
   * @throws what the last try threw, once `signal` is aborted.
   */
  async function retryThroughOutages<T>(
    work: (attempt: RetryAttempt) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    let tries = 0;
    try {
      for (;;) {
        const limit = SILENCE_MS * 2 ** Math.min(tries, MOST_DOUBLINGS);
        try {
          return await limited(deps, limit, signal, work);
        } catch (error) {
          if (signal?.aborted) throw error;
          if (tries === 0) count(1);
          tries += 1;
          for (let pauses = 0; ; pauses += 1) {
            await waitForRetry(Math.min(PAUSE_MS * 2 ** pauses, LONGEST_PAUSE_MS), signal);
            if (signal?.aborted) throw error;
            const ask = ({ signal }: RetryAttempt) => deps.ask(signal).then(() => true);
            if (await limited(deps, limit, signal, ask).catch(() => false)) break;
          }
        }
      }
    } finally {
      if (tries > 0) count(-1);
    }
  }

  /** Resolves once the device does not say that it is offline. */
  function waitUntilOnline(): Promise<void> {
    if (deps.isOnline()) return Promise.resolve();
    return new Promise((resolve) => {
      const stop = deps.onOnline(() => {
        stop();
        resolve();
      });
    });
  }

  return {
    retryNow,
    waitForRetry,
    retryThroughOutages,
    waitUntilOnline,
    /** What keeps the page waiting: nothing, the device that is offline, or the way to the label. */
    connectionTrouble: (): "" | "offline" | "unreachable" =>
      holders === 0 ? "" : deps.isOnline() ? "unreachable" : "offline",
    subscribe(listen: () => void): () => void {
      listeners.add(listen);
      const stops = [deps.onOnline(listen), deps.onOffline(listen)];
      return () => {
        listeners.delete(listen);
        for (const stop of stops) stop();
      };
    },
  };
}

/** Whether an answer is the label's own, and not that of a proxy or a sign-in page on the way. */
export function isFromSite(response: Response): boolean {
  return response.headers.has("X-Request-Id");
}

function heard(event: "online" | "offline", listener: () => void): () => void {
  addEventListener(event, listener);
  return () => removeEventListener(event, listener);
}

export const {
  retryNow,
  waitForRetry,
  retryThroughOutages,
  waitUntilOnline,
  connectionTrouble,
  subscribe,
} = createConnection({
  isOnline: () => navigator.onLine,
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  onOnline: (listener) => heard("online", listener),
  onOffline: (listener) => heard("offline", listener),
  ask: async (signal) => {
    const response = await fetch("/api/keep-alive", { cache: "no-store", signal });
    if (!response.ok || !isFromSite(response)) throw new Error(`HTTP status ${response.status}`);
  },
});
