import { abortReason } from "./formats/abort";
import { schedule } from "./timeout";

/** A request without progress is given up after this time. */
const TIMEOUT_MS = 15_000;
/** The first pause before a retry; it doubles with each further one. */
const RETRY_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15_000;
/** Slow requests get up to eight times the timeout. */
const MAX_DOUBLINGS = 3;

interface ConnectionDeps {
  isOnline: () => boolean;
  /** Like setTimeout; returns the function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void;
  /** Called when the browser goes online; returns the function that stops it. */
  onOnline: (listener: () => void) => () => void;
  /** Called when the browser goes offline; returns the function that stops it. */
  onOffline: (listener: () => void) => () => void;
  checkSite: (signal: AbortSignal) => Promise<unknown>;
}

export interface RetryAttempt {
  signal: AbortSignal;
  /** To be called whenever something has arrived. */
  onProgress: () => void;
}

function withSilenceTimeout<T>(
  { schedule }: ConnectionDeps,
  ms: number,
  outerSignal: AbortSignal | undefined,
  request: (attempt: RetryAttempt) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const abort = () => {
      controller.abort();
      reject(abortReason(controller.signal));
    };
    let cancelTimer = schedule(abort, ms);
    const onProgress = () => {
      cancelTimer();
      cancelTimer = schedule(abort, ms);
    };
    outerSignal?.addEventListener("abort", abort);
    if (outerSignal?.aborted) abort();
    request({ signal: controller.signal, onProgress })
      .then(resolve, reject)
      .finally(() => {
        cancelTimer();
        outerSignal?.removeEventListener("abort", abort);
      });
  });
}

export function createConnection(deps: ConnectionDeps) {
  const listeners = new Set<() => void>();
  const wakers = new Set<() => void>();
  let failingRequests = 0;

  function changeFailingCount(change: 1 | -1): void {
    failingRequests += change;
    for (const listener of listeners) listener();
  }

  function retryNow(): void {
    for (const wake of [...wakers]) wake();
  }

  /** Resolves when a retry is worth it: after `ms`, when online again, or at once if aborted. */
  function waitForRetry(ms: number, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        cancelTimer();
        stopListening();
        wakers.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const cancelTimer = deps.schedule(wake, ms);
      const stopListening = deps.onOnline(wake);
      wakers.add(wake);
      signal?.addEventListener("abort", wake);
    });
  }

  /**
   * Repeats a request until it succeeds; after a failure it waits until the site answers a check.
   * Each try must be safe to repeat. Meanwhile the page shows that the connection is lost.
   * @throws the last error, once `signal` is aborted.
   */
  async function retryThroughOutages<T>(
    request: (attempt: RetryAttempt) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    let tries = 0;
    try {
      for (;;) {
        const timeoutMs = TIMEOUT_MS * 2 ** Math.min(tries, MAX_DOUBLINGS);
        try {
          return await withSilenceTimeout(deps, timeoutMs, signal, request);
        } catch (error) {
          if (signal?.aborted) throw error;
          if (tries === 0) changeFailingCount(1);
          tries += 1;
          for (let pauses = 0; ; pauses += 1) {
            await waitForRetry(Math.min(RETRY_PAUSE_MS * 2 ** pauses, MAX_PAUSE_MS), signal);
            if (signal?.aborted) throw error;
            const check = ({ signal }: RetryAttempt) => deps.checkSite(signal).then(() => true);
            if (await withSilenceTimeout(deps, timeoutMs, signal, check).catch(() => false)) break;
          }
        }
      }
    } finally {
      if (tries > 0) changeFailingCount(-1);
    }
  }

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
    /** Why the page is waiting: the device is offline, or the site cannot be reached. */
    connectionTrouble: (): "" | "offline" | "unreachable" =>
      failingRequests === 0 ? "" : deps.isOnline() ? "unreachable" : "offline",
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      const unsubscribers = [deps.onOnline(listener), deps.onOffline(listener)];
      return () => {
        listeners.delete(listener);
        for (const stop of unsubscribers) stop();
      };
    },
  };
}

/** Whether an answer is the portal's own, not that of a proxy or a sign-in page. */
export function isFromSite(response: Response): boolean {
  return response.headers.has("X-Request-Id");
}

function listenToWindow(event: "online" | "offline", listener: () => void): () => void {
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
  schedule,
  onOnline: (listener) => listenToWindow("online", listener),
  onOffline: (listener) => listenToWindow("offline", listener),
  checkSite: async (signal) => {
    const response = await fetch("/api/keep-alive", { cache: "no-store", signal });
    if (!response.ok || !isFromSite(response)) throw new Error(`HTTP status ${response.status}`);
  },
});
