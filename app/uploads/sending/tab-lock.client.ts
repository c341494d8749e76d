import { hearTabs } from "./tab-news.client";

/** The name by which tabs know the upload of a file: an upload is this file in this slot. */
export function lockOf(file: { draftId: string; slot: string; fingerprint: string }): string {
  return `upload:${file.draftId}:${file.slot}:${file.fingerprint}`;
}

/**
 * Makes sure that one tab alone sends an upload. Resolves when this tab may, at once where browsers
 * have no locks; rejects as `signal` aborts.
 * @param onBusy called when another tab sends it, and this one has to wait.
 * @param onStored called with the bytes that the label has acknowledged to that tab meanwhile.
 * @returns what lets the next tab have it.
 */
export async function claim(
  name: string,
  signal: AbortSignal,
  onBusy: () => void,
  onStored: (bytes: number) => void,
): Promise<() => void> {
  const locks: LockManager | undefined = navigator.locks;
  if (!locks) return () => undefined;
  const held = await hold(locks, name, { ifAvailable: true });
  if (held) return held;
  onBusy();
  const stopHearing = hearTabs(name, onStored);
  try {
    return (await hold(locks, name, { signal })) ?? (() => undefined);
  } finally {
    stopHearing();
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
