let wanted = false;
let held: WakeLockSentinel | undefined;
let asking = false;

async function ask(): Promise<void> {
  if (asking || !wanted || (held && !held.released) || document.hidden) return;
  asking = true;
  try {
    held = await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, as with a low battery: sending goes on for as long as the screen does.
  }
  asking = false;
  if (!wanted) free();
}

function free(): void {
  held?.release().catch(() => undefined);
  held = undefined;
}

/**
 * Keeps the screen from going off while something is sent: phones cut off a page that sleeps.
 * Browsers let go of it when the tab is hidden, and it is asked for again when it is shown.
 */
export function keepAwake(sending: boolean): void {
  if (sending === wanted) return;
  wanted = sending;
  if (sending) {
    document.addEventListener("visibilitychange", ask);
    void ask();
  } else {
    document.removeEventListener("visibilitychange", ask);
    free();
  }
}
