import * as v from "valibot";

const progressSchema = v.object({
  /** The lock's. */
  name: v.string(),
  progress: v.number(),
});

function hold(
  locks: LockManager,
  name: string,
  options: LockOptions,
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, options, (lock) => {
        if (!lock) return resolve(undefined);
        return new Promise<void>((release) => resolve(() => release()));
      })
      .catch(reject);
  });
}

/**
 * Makes sure that one tab alone does something, and tells the others how far it is. Every browser with
 * locks between tabs has channels between them, too; without either, tabs are alone.
 */
export class TabLock {
  private channel: BroadcastChannel | undefined;
  private free = () => {};

  /** @param name the same in all tabs. */
  constructor(private readonly name: string) {}

  /**
   * Resolves when this tab may do it, at once where browsers have no locks; rejects as `signal` aborts.
   * @param onBusy called when another tab does it, and this one has to wait.
   * @param onProgress called with how far that tab is meanwhile.
   */
  async claim(signal: AbortSignal, onBusy: () => void, onProgress: (progress: number) => void) {
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return;
    if (typeof BroadcastChannel !== "undefined") this.channel = new BroadcastChannel("tab-locks");
    let free = await hold(locks, this.name, { ifAvailable: true });
    if (!free) {
      onBusy();
      const hear = ({ data }: MessageEvent<unknown>) => {
        const news = v.safeParse(progressSchema, data);
        if (news.success && news.output.name === this.name) onProgress(news.output.progress);
      };
      this.channel?.addEventListener("message", hear);
      try {
        free = await hold(locks, this.name, { signal });
      } finally {
        this.channel?.removeEventListener("message", hear);
      }
    }
    if (free) this.free = free;
  }

  /** Lets the next tab do it. */
  release(): void {
    this.free();
    this.channel?.close();
    this.channel = undefined;
  }

  /** Tells the tabs that wait how far it is. */
  tell(progress: number): void {
    this.channel?.postMessage({ name: this.name, progress });
  }
}
