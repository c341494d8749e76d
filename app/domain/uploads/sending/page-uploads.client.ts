// What pages do for uploads before anything that sends is loaded: little enough for every page.

/** Where in the browser's storage it is remembered which files are on their way. */
export const SAVED_UPLOADS_KEY = "uploads";

/** Whether this browser remembers any file on its way. */
export function hasSavedUploads(): boolean {
  try {
    return window.localStorage.getItem(SAVED_UPLOADS_KEY) !== null;
  } catch {
    return false;
  }
}

/** What the server is being told to forget, by the path of the call. */
const forgetting = new Map<string, Promise<unknown>>();
const FORGET_MS = 15_000;
const FORGET_AGAIN_MS = 3_000;
const MOST_PAUSE_MS = 60_000;
const UPLOADS = "/api/cloud-storage/uploads";

async function askToForget(path: string): Promise<unknown> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), FORGET_MS);
  try {
    const { signal } = stop;
    const reply = await fetch(path, { method: "DELETE", keepalive: true, signal });
    if (reply.status === 429 || reply.status >= 500) return undefined;
    return await reply.json().catch(() => null);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Asks once for all that ask at the same time. */
async function forget(path: string, ask: (path: string) => Promise<unknown>): Promise<unknown> {
  const request = forgetting.get(path) ?? ask(path);
  forgetting.set(path, request);
  const reply = await request;
  forgetting.delete(path);
  return reply;
}

/**
 * Tells the server to forget an upload; resolves when it has answered, or cannot be reached. Best
 * effort: stale ones are swept anyway.
 */
export async function cancelOnServer(uploadId: string): Promise<void> {
  await forget(`${UPLOADS}/${uploadId}`, askToForget);
}

/** Until the server has answered: what it was sent and has not told of may count at any moment. */
async function askUntilHeard(path: string): Promise<unknown> {
  for (let pauseMs = FORGET_AGAIN_MS; ; pauseMs = Math.min(2 * pauseMs, MOST_PAUSE_MS)) {
    const reply = await askToForget(path);
    if (reply !== undefined) return reply;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * Tells the server that what is on its way to a slot is not wanted. Also where no answer has said so,
 * it may have arrived.
 * @param what `keep` goes on with the stored file, unless the other one has taken its place; else the
 * file of this fingerprint goes, arrived or not.
 * @returns the id of what lies in the slot then, null where nothing does; undefined where nobody knows.
 */
export async function cancelSlotUpload(
  place: { draftId: string; slot: string },
  what: { keep: "stored" } | { fingerprint: string },
): Promise<string | null | undefined> {
  const query = new URLSearchParams({ draft: place.draftId, slot: place.slot, ...what });
  const reply = await forget(`${UPLOADS}?${query}`, askUntilHeard);
  if (typeof reply !== "object" || reply === null || !("stored" in reply)) return undefined;
  return typeof reply.stored === "string" ? reply.stored : null;
}

/** Resolves once the server has heard of all that it is to forget. */
export async function cancellationsDone(): Promise<void> {
  await Promise.all(forgetting.values());
}

/** Saves what the page shows; resolves when it is known what has become of that. */
type Save = () => Promise<unknown>;

let save: Save | undefined;

/**
 * Has a page saved before a file of it is sent: the server takes files of saved tracks alone.
 * @returns what ends that.
 */
export function registerPageSave(how: Save): () => void {
  save = how;
  return () => {
    if (save === how) save = undefined;
  };
}

/**
 * Saves the page that is shown. A file that is not known then either is asked to wait. What is to be
 * forgotten is first: it may be the same file, in the same slot.
 * @returns what the page says has become of it.
 */
export async function savePage(): Promise<unknown> {
  await cancellationsDone();
  return save?.();
}
