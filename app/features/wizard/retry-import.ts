const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 8_000;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/**
 * Imports a part of the page and retries without end: a lost connection must not replace the page, with its
 * input, by an error page.
 * @param pause waits a number of milliseconds before the next try.
 */
export async function retryImport<T>(
  load: () => Promise<T>,
  pause: (ms: number) => Promise<void> = wait,
): Promise<T> {
  for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(MAX_PAUSE_MS, ms * 2)) {
    try {
      return await load();
    } catch {
      await pause(ms);
    }
  }
}
