/** An address taken apart; undefined for what is none. Browsers have had `URL.canParse` since 2023 only. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
