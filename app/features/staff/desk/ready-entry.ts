/** How long an entry that was loaded ahead is shown as it was then. */
export const READY_MS = 60_000;

/** The path of the entry that is loaded ahead, and once it is asked for, its data. */
let ready: { path: string; loadedAt: number; data?: Promise<unknown> } | undefined;

/** Says which entry is loaded next without being shown. */
export function expectEntry(path: string, now = Date.now()): void {
  ready = { path, loadedAt: now };
}

/** The data of an entry: what was loaded ahead, once, else what `load` answers. */
export function loadEntry<T>(url: string, load: () => Promise<T>, now = Date.now()): Promise<T> {
  const { pathname, search } = new URL(url);
  const expected = ready;
  if (expected?.path !== pathname + search || now - expected.loadedAt > READY_MS) return load();
  if (expected.data) {
    // Whoever comes back to it later sees it as it is then.
    ready = undefined;
    return expected.data as Promise<T>;
  }
  const data = load();
  expected.data = data;
  data.catch(() => {
    if (ready === expected) ready = undefined;
  });
  return data;
}
