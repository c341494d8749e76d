/** How long an entry that was loaded ahead is shown as it was then. */
export const READY_MS = 60_000;

/** The path of the entry that is loaded ahead, and once it is asked for, its data. */
let ready: { path: string; loadedAt: number; data?: Promise<unknown> } | undefined;

const isReady = (path: string, now: number) =>
  ready?.path === path && now - ready.loadedAt < READY_MS;

/** Says which entry comes next: its data is loaded once, however often it is asked for until it is shown. */
export function expectEntry(path: string, now = Date.now()): void {
  if (!isReady(path, now)) ready = { path, loadedAt: now };
}

/** Says that an entry is shown: from now on its data is loaded anew. */
export function showEntry(path: string): void {
  if (ready?.path === path) ready = undefined;
}

/** The data of an entry: what was loaded ahead, else what `load` answers. */
export function loadEntry<T>(url: string, load: () => Promise<T>, now = Date.now()): Promise<T> {
  const { pathname, search } = new URL(url);
  const expected = ready;
  if (!expected || !isReady(pathname + search, now)) return load();
  // Whoever asked first may have given up, which ends their request.
  if (expected.data) return (expected.data as Promise<T>).catch(load);
  const data = load();
  expected.data = data;
  data.catch(() => {
    if (ready === expected) ready = undefined;
  });
  return data;
}
