import { abortReason } from "./formats/abort";

/** A request without a sign of life is given up after this time, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** The first pause before another try; it doubles with every further one. */
const RETRY_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 15_000;
/** Whoever is slow to answer is given up to eight times as long. */
const MAX_DOUBLINGS = 3;

/** The browser, as far as the line needs it. */
interface ConnectionDeps {
  isOnline: () => boolean;
  /** Runs something later; returns the function that stops it. */
  schedule: (run: () => void, ms: number) => () => void;
  /** Calls back when the browser says that it is online again; returns the function that stops it. */
  onOnline: (listener: () => void) => () => void;
  /** The same for when it says that it is offline. */
  onOffline: (listener: () => void) => () => void;
  /** Asks the label for a sign of life. Rejects when there is none. */
  ping: (signal: AbortSignal) => Promise<unknown>;
}

/** What is given to a request: when it ends, and what it must tell. */
export interface RetryAttempt {
  signal: AbortSignal;
  /** To be called whenever something has arrived. */
  onProgress: () => void;
}

/** Ends a request that nothing arrives of for so long. */
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

/** The line between this page and the label: what is held back while it is gone. */
export function createConnection(deps: ConnectionDeps) {
  const listeners = new Set<() => void>();
  const wakers = new Set<() => void>();
  let failingRequests = 0;

  function changeFailingCount(change: 1 | -1): void {
    failingRequests += change;
    for (const listener of listeners) listener();
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
   * Carries something through to its end, however often the line goes: tries, and after a failure
   * waits until the label gives a sign of life before it tries again. Each try must be safe to
   * repeat. Meanwhile the page says that the line is gone.
   * @throws what the last try threw, once `signal` is aborted.
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
            const ping = ({ signal }: RetryAttempt) => deps.ping(signal).then(() => true);
            if (await withSilenceTimeout(deps, timeoutMs, signal, ping).catch(() => false)) break;
          }
        }
      }
    } finally {
      if (tries > 0) changeFailingCount(-1);
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

/** Whether an answer is the label's own, and not that of a proxy or a sign-in page on the way. */
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
  schedule: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  onOnline: (listener) => listenToWindow("online", listener),
  onOffline: (listener) => listenToWindow("offline", listener),
  ping: async (signal) => {
    const response = await fetch("/api/keep-alive", { cache: "no-store", signal });
    if (!response.ok || !isFromSite(response)) throw new Error(`HTTP status ${response.status}`);
  },
});
