/** The oldest browsers whose scripts start, by their names in MDN's compatibility data. */
export const OLDEST_BROWSERS = {
  chrome: "90",
  firefox: "90",
  safari_ios: "15",
  samsunginternet_android: "15.0",
} as const;

/** How each names its version in the header User-Agent. */
const VERSIONS: Record<keyof typeof OLDEST_BROWSERS, RegExp> = {
  chrome: /\bChrome\/(\d{1,4})/,
  firefox: /\bFirefox\/(\d{1,4})/,
  safari_ios: /\bOS (\d{1,4})_[\d_]{1,9} like Mac OS X/,
  samsunginternet_android: /\bSamsungBrowser\/(\d{1,4})/,
};

const browsers = Object.keys(OLDEST_BROWSERS) as (keyof typeof OLDEST_BROWSERS)[];

/** More than a browser says of itself. */
const MAX_LENGTH = 512;

/**
 * Whether a browser says itself that no script of ours starts in it. Its pages then name none, which it would
 * only load ahead; where this is not known, the guard of scripts decides in the browser.
 */
export function saysItIsTooOld(userAgent: string | null): boolean {
  const text = (userAgent ?? "").slice(0, MAX_LENGTH);
  return browsers.some((browser) => {
    const version = VERSIONS[browser].exec(text)?.[1];
    return version !== undefined && Number(version) < Number(OLDEST_BROWSERS[browser]);
  });
}
