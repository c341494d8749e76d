/**
 * The script that could not be fetched, under another address. Chromium keeps a module that it could not
 * fetch as failed for as long as the page lives, and asks for it no more (tried with 150).
 */
function renamed(error: unknown, time: number): string | undefined {
  const [url] = /https?:\S+?\.js(?=\?|$)/.exec(error instanceof Error ? error.message : "") ?? [];
  return url && `${url}?again=${time}`;
}

/** Tells nothing of what is in the script. */
const importFrom = (url: string): Promise<unknown> => import(url);

/**
 * An import that can be made again after it has failed for want of a connection. What the script itself
 * imports keeps its address: were that what failed, the page has to be loaded anew.
 * @param load imports it.
 * @returns the same, which after a failure asks for the script under another address.
 */
export function importing<T>(
  load: () => Promise<T>,
  loadFrom: (url: string) => Promise<unknown> = importFrom,
): () => Promise<T> {
  let url: string | undefined;
  let failures = 0;
  return async () => {
    try {
      return url === undefined ? await load() : ((await loadFrom(url)) as T);
    } catch (error) {
      failures += 1;
      url = renamed(error, failures);
      throw error;
    }
  };
}
