/** Names of browsers and engines with a version. */
const PRODUCT =
  /^(?:Mozilla|AppleWebKit|Chrome|Chromium|HeadlessChrome|CriOS|Firefox|FxiOS|Gecko|Safari|Version|Edg|EdgA|EdgiOS|OPR|OPiOS|SamsungBrowser|GSA|DuckDuckGo|Ddg|YaBrowser|Vivaldi|UCBrowser|MiuiBrowser|HuaweiBrowser|Silk|Instagram)\/\d{1,4}(?:\.\d{1,5}){0,4}$|^Gecko\/20100101$|^Mobile\/\d{2}[A-Z]\d{1,4}[a-z]?$/;
/** Platform words; the model is left out, since it can identify a person. */
const MACHINE = new Set(
  [
    "Windows NT Win64 x64 WOW64 Macintosh Intel Mac OS X iPhone iPad CPU like Linux Android X11 CrOS Ubuntu",
    "x86_64 aarch64 Mobile Tablet KHTML Gecko K wv",
  ].flatMap((line) => line.split(" ")),
);
const VERSIONED = new Set(["NT", "OS", "X", "Android", "x86_64", "aarch64"]);
const VERSION = /^\d{1,5}(?:[._]\d{1,5}){0,3}$/;

/**
 * The known words of a user agent; a page can send anything.
 * @returns null if none is known.
 */
export function sanitizeUserAgent(userAgent: string): string | null {
  const identifiers: string[] = [];
  let previousWord = "";
  for (const word of userAgent.slice(0, 400).split(/[\s;,()]+/)) {
    const isVersion = VERSIONED.has(previousWord) && VERSION.test(word);
    if (isVersion || MACHINE.has(word) || PRODUCT.test(word)) identifiers.push(word);
    previousWord = word;
  }
  return identifiers.length > 0 ? identifiers.join(" ") : null;
}

/** Accepted names of figures. */
const FACT_NAMES = new Set(
  `width height innerWidth innerHeight pixelRatio devicePixelRatio orientation online onLine effectiveType
  type downlink rtt saveData sinceOpened firstByte loaded now loadTime domContentLoaded heap memory
  usedJSHeapSize totalJSHeapSize jsHeapSizeLimit`.split(/\s+/),
);
/** Accepted texts. */
const KNOWN_TEXT =
  /^(?:slow-2g|2g|3g|4g|5g|bluetooth|cellular|ethernet|wifi|wimax|none|other|unknown|online|offline|(?:portrait|landscape)(?:-primary|-secondary)?|\d{1,5} ?[x×] ?\d{1,5})$/;

type Fact = string | number | boolean | null;

/** Keeps numbers, booleans and known words under known names. */
export function sanitizeFacts(
  value: string | Record<string, Fact>,
): string | Record<string, Fact> | undefined {
  if (typeof value === "string") return KNOWN_TEXT.test(value) ? value : undefined;
  const isKnown = ([name, fact]: [string, Fact]) =>
    FACT_NAMES.has(name) && (typeof fact !== "string" || KNOWN_TEXT.test(fact));
  return Object.fromEntries(Object.entries(value).filter(isKnown));
}
