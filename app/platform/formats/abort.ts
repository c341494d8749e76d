// What signals have had since 2022 only, for browsers that are older.

/** Why work was called off: what the signal says, or that it was. */
export function abortReason(signal: AbortSignal): unknown {
  return signal.reason ?? new DOMException("Called off", "AbortError");
}

/** @throws what {@link abortReason} says, once the signal has been aborted. */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortReason(signal);
}

/** Aborts after so long, as `AbortSignal.timeout` does. */
export function timeoutSignal(ms: number): AbortSignal {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), ms);
  return controller.signal;
}
