/** Between two signs of life while the tab is hidden. */
export const KEEP_ALIVE_MS = 5_000;

/** The tab, as far as the heartbeat needs it. */
interface Tab {
  hidden(): boolean;
  /** Calls back whenever the tab is hidden or shown; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  /** Calls back every `ms`; returns the function that stops it. */
  every(ms: number, listener: () => void): () => void;
  /** One sign of life. What becomes of it matters to nobody. */
  beat(): void;
}

/**
 * Gives a sign of life every 5 s while the tab is hidden (specification, section 4). To be started
 * when a run or an upload begins, and stopped by the function it returns when that ends.
 */
export function keepAlive(tab: Tab): () => void {
  let stopBeating: (() => void) | undefined;
  const update = () => {
    if (tab.hidden()) stopBeating ??= tab.every(KEEP_ALIVE_MS, () => tab.beat());
    else {
      stopBeating?.();
      stopBeating = undefined;
    }
  };
  const stop = tab.onChange(update);
  update();
  return () => {
    stop();
    stopBeating?.();
    stopBeating = undefined;
  };
}

/** The tab this script runs in. */
export function thisTab(): Tab {
  return {
    hidden: () => document.hidden,
    onChange: (listener) => {
      document.addEventListener("visibilitychange", listener);
      return () => document.removeEventListener("visibilitychange", listener);
    },
    every: (ms, listener) => {
      const timer = setInterval(listener, ms);
      return () => clearInterval(timer);
    },
    beat: () => {
      fetch("/api/keep-alive", { cache: "no-store" }).catch(() => undefined);
    },
  };
}
