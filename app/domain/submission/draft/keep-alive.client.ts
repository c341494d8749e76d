export const KEEP_ALIVE_MS = 5_000;

interface Tab {
  hidden(): boolean;
  /** Called whenever the tab is hidden or shown; returns the function that stops it. */
  onChange(listener: () => void): () => void;
  every(ms: number, listener: () => void): () => void;
  beat(): void;
}

/** Sends a heartbeat every 5 s while the tab is hidden (section 4). @returns what stops it. */
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
