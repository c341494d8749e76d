/** Keeps the screen on while something is to go on. */
export class WakeLock {
  private isWanted = false;
  private isAsking = false;
  private lock: WakeLockSentinel | undefined;

  private readonly ask = async (): Promise<void> => {
    const isHeld = this.lock !== undefined && !this.lock.released;
    if (this.isAsking || !this.isWanted || isHeld || document.hidden) return;
    this.isAsking = true;
    try {
      this.lock = await navigator.wakeLock?.request("screen");
    } catch {
      // Refused, as with a low battery: sending goes on for as long as the screen does.
    }
    this.isAsking = false;
    if (!this.isWanted) this.letGo();
  };

  private letGo(): void {
    this.lock?.release().catch(() => undefined);
    this.lock = undefined;
  }

  /**
   * Keeps the screen from going off, or no longer: phones cut off a page that sleeps. Browsers let go of it
   * when the tab is hidden, and it is asked for again when it is shown.
   */
  keep(isWanted: boolean): void {
    if (isWanted === this.isWanted) return;
    this.isWanted = isWanted;
    if (isWanted) {
      document.addEventListener("visibilitychange", this.ask);
      void this.ask();
    } else {
      document.removeEventListener("visibilitychange", this.ask);
      this.letGo();
    }
  }
}
