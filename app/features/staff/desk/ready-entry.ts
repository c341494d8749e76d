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

/** Marks the address by which an entry is loaded ahead. */
const AHEAD = /[?&]ahead=1$/;
export const aheadPath = (path: string) => `${path}${path.includes("?") ? "&" : "?"}ahead=1`;

/** The data of an entry: what was loaded ahead, else what `load` answers. A failure to load ahead is null. */
export function loadEntry<T>(
  url: string,
  load: () => Promise<T>,
  now = Date.now(),
): Promise<T | null> {
  const { pathname, search } = new URL(url);
  const address = pathname + search;
  const isAhead = AHEAD.test(address);
  const data = loadOnce(address.replace(AHEAD, ""), load, now);
  return isAhead ? data.catch(() => null) : data;
}

function loadOnce<T>(path: string, load: () => Promise<T>, now: number): Promise<T> {
  const expected = ready;
  if (!expected || !isReady(path, now)) return load();
  // Whoever asked first may have given up, which ends their request: so does loading the list again.
  const data = expected.data ? (expected.data as Promise<T>).catch(load) : load();
  expected.data = data;
  data.catch(() => {
    if (expected.data === data) delete expected.data;
  });
  return data;
}
