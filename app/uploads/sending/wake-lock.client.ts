let isWanted = false;
let lock: WakeLockSentinel | undefined;
let isAsking = false;

async function ask(): Promise<void> {
  if (isAsking || !isWanted || (lock && !lock.released) || document.hidden) return;
  isAsking = true;
  try {
    lock = await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, as with a low battery: sending goes on for as long as the screen does.
  }
  isAsking = false;
  if (!isWanted) free();
}

function free(): void {
  lock?.release().catch(() => undefined);
  lock = undefined;
}

/**
 * Keeps the screen from going off while something is sent: phones cut off a page that sleeps.
 * Browsers let go of it when the tab is hidden, and it is asked for again when it is shown.
 */
export function keepAwake(sending: boolean): void {
  if (sending === isWanted) return;
  isWanted = sending;
  if (sending) {
    document.addEventListener("visibilitychange", ask);
    void ask();
  } else {
    document.removeEventListener("visibilitychange", ask);
    free();
  }
}
