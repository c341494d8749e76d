// What pages do for uploads before anything that sends is loaded: little enough for every page.

/** Where in the browser's storage it is remembered which files are on their way. */
export const KEPT_UPLOADS = "uploads";

/** Whether this browser remembers any file on its way. */
export function remembersUploads(): boolean {
  try {
    return window.localStorage.getItem(KEPT_UPLOADS) !== null;
  } catch {
    return false;
  }
}

/** Uploads that the server is being told to forget. */
const forgetting = new Map<string, Promise<unknown>>();

/**
 * Tells the server to forget an upload, once for all that ask at the same time; resolves when it has
 * answered, or cannot be reached. Best effort: stale ones are swept anyway.
 */
export async function forgetUpload(uploadId: string): Promise<void> {
  const path = `/api/cloud-storage/uploads/${uploadId}`;
  const ask = () => fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
  const request = forgetting.get(uploadId) ?? ask();
  forgetting.set(uploadId, request);
  await request;
  forgetting.delete(uploadId);
}

/** Saves what the page shows; resolves when it is known what has become of that. */
type Save = () => Promise<unknown>;

let save: Save | undefined;

/**
 * Has a page saved before a file of it is sent: the server takes files of saved tracks alone.
 * @returns what ends that.
 */
export function saveFirst(how: Save): () => void {
  save = how;
  return () => {
    if (save === how) save = undefined;
  };
}

/**
 * Saves the page that is shown. A file that is not known then either is asked to wait.
 * @returns what the page says has become of it.
 */
export async function pageSaved(): Promise<unknown> {
  return save?.();
}
