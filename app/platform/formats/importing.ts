/** Whether a script can come from anywhere: over the line, or from what this browser keeps of the form. */
const mayCome = (): boolean =>
  globalThis.navigator?.onLine !== false || Boolean(navigator.serviceWorker?.controller);

/**
 * An import that can be made again. Chromium keeps a module that it could not fetch as failed for as long
 * as the page lives, and asks for it no more (tried with 150): where nothing can come, nothing is asked for.
 * @param load imports it.
 * @returns the same. What has come once is there for good; until then it rejects at once on a device that
 *   is offline, unless the browser keeps the form.
 */
export function importing<T>(load: () => Promise<T>, mayFetch = mayCome): () => Promise<T> {
  let come: Promise<T> | undefined;
  return async () => {
    if (come) return come;
    if (!mayFetch()) throw new Error("Offline");
    const coming = load();
    await coming;
    come = coming;
    return coming;
  };
}
