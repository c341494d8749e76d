import * as v from "valibot";

const CHANNEL = "uploads";
const newsSchema = v.object({
  /** What tabs know the upload by; see `UploadLock`. */
  name: v.string(),
  /** Bytes that the server has acknowledged. */
  stored: v.number(),
});

let channel: BroadcastChannel | undefined;

/** Every browser with locks between tabs has these channels too; without either, tabs are alone. */
function openChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel === "undefined") return undefined;
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Tells the other tabs how far the upload is that this one sends. */
export function broadcastProgress(name: string, storedBytes: number): void {
  openChannel()?.postMessage({ name, stored: storedBytes });
}

/** Hears how far an upload is that another tab sends; returns the function that stops it. */
export function onTabProgress(name: string, onStored: (bytes: number) => void): () => void {
  const hear = ({ data }: MessageEvent<unknown>) => {
    const news = v.safeParse(newsSchema, data);
    if (news.success && news.output.name === name) onStored(news.output.stored);
  };
  const uploads = openChannel();
  uploads?.addEventListener("message", hear);
  return () => uploads?.removeEventListener("message", hear);
}

/** Makes sure that one tab alone sends an upload: this file in this slot. */
export class UploadLock {
  private readonly name: string;
  private free = () => {};

  constructor(file: { draftId: string; slot: string; fingerprint: string }) {
    this.name = `upload:${file.draftId}:${file.slot}:${file.fingerprint}`;
  }

  /**
   * Resolves when this tab may send it, at once where browsers have no locks; rejects as `signal`
   * aborts.
   * @param onBusy called when another tab sends it, and this one has to wait.
   * @param onStored called with the bytes that the server has acknowledged to that tab meanwhile.
   */
  async claim(
    signal: AbortSignal,
    onBusy: () => void,
    onStored: (bytes: number) => void,
  ): Promise<void> {
    const locks: LockManager | undefined = navigator.locks;
    if (!locks) return;
    let free = await hold(locks, this.name, { ifAvailable: true });
    if (!free) {
      onBusy();
      const stopHearing = onTabProgress(this.name, onStored);
      try {
        free = await hold(locks, this.name, { signal });
      } finally {
        stopHearing();
      }
    }
    if (free) this.free = free;
  }

  /** Lets the next tab have it. */
  release(): void {
    this.free();
  }

  /** Tells the tabs that wait for it how far it is. */
  tell(storedBytes: number): void {
    broadcastProgress(this.name, storedBytes);
  }
}

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
