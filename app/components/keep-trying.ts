const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * The script that could not be fetched, under another address: Chromium keeps it as failed for as long
 * as the page lives and asks for it no more (tried with 150), yet names it in its error.
 */
function renamed(error: unknown, time: number): string | undefined {
  const [url] = /https?:\S+?\.js(?=\?|$)/.exec(error instanceof Error ? error.message : "") ?? [];
  return url && `${url}?again=${time}`;
}

/** Tells nothing of what is in a script: `load` knows. */
const fetchAs = (url: string): Promise<unknown> => import(url);

/**
 * Loads a part of the page and does not give up: a connection that is away for a while must not
 * turn the page, with everything typed into it, into an error page.
 * @param load imports it. Where a browser asks for its script no more, another address gives the same.
 * @param pause waits so many milliseconds before the next try.
 */
export async function keepTrying<T>(
  load: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
  loadFrom: (url: string) => Promise<unknown> = fetchAs,
): Promise<T> {
  let url: string | undefined;
  for (let time = 1, ms = FIRST_PAUSE_MS; ; time++, ms = Math.min(LONGEST_PAUSE_MS, ms * 2)) {
    try {
      return url === undefined ? await load() : ((await loadFrom(url)) as T);
    } catch (error) {
      url = renamed(error, time);
      await pause(ms);
    }
  }
}
