/** What browsers and engines call themselves, with a version behind it. */
const PRODUCT =
  /^(?:Mozilla|AppleWebKit|Chrome|Chromium|HeadlessChrome|CriOS|Firefox|FxiOS|Gecko|Safari|Version|Edg|EdgA|EdgiOS|OPR|OPiOS|SamsungBrowser|GSA|DuckDuckGo|Ddg|YaBrowser|Vivaldi|UCBrowser|MiuiBrowser|HuaweiBrowser|Silk|Instagram)\/\d{1,4}(?:\.\d{1,5}){0,4}$|^Gecko\/20100101$|^Mobile\/\d{2}[A-Z]\d{1,4}[a-z]?$/;
/** What they say of the machine. Its model is left out: few may have it. */
const MACHINE = new Set(
  [
    "Windows NT Win64 x64 WOW64 Macintosh Intel Mac OS X iPhone iPad CPU like Linux Android X11 CrOS Ubuntu",
    "x86_64 aarch64 Mobile Tablet KHTML Gecko K wv",
  ].flatMap((line) => line.split(" ")),
);
const VERSIONED = new Set(["NT", "OS", "X", "Android", "x86_64", "aarch64"]);
const VERSION = /^\d{1,5}(?:[._]\d{1,5}){0,3}$/;

/**
 * What a browser calls itself, as far as it is made of words that browsers have: a page can say anything.
 * @returns null where nothing is left of it.
 */
export function sanitizeUserAgent(userAgent: string): string | null {
  const identifiers: string[] = [];
  let before = "";
  for (const word of userAgent.slice(0, 400).split(/[\s;,()]+/)) {
    const isVersion = VERSIONED.has(before) && VERSION.test(word);
    if (isVersion || MACHINE.has(word) || PRODUCT.test(word)) identifiers.push(word);
    before = word;
  }
  return identifiers.length > 0 ? identifiers.join(" ") : null;
}

/** What a page tells of itself, by name. */
const FACTS = new Set(
  `width height innerWidth innerHeight pixelRatio devicePixelRatio orientation online onLine effectiveType
  type downlink rtt saveData sinceOpened firstByte loaded now loadTime domContentLoaded heap memory
  usedJSHeapSize totalJSHeapSize jsHeapSizeLimit`.split(/\s+/),
);
/** The words that browsers have for them; a size as a text. */
const WORD =
  /^(?:slow-2g|2g|3g|4g|5g|bluetooth|cellular|ethernet|wifi|wimax|none|other|unknown|online|offline|(?:portrait|landscape)(?:-primary|-secondary)?|\d{1,5} ?[x×] ?\d{1,5})$/;

type Fact = string | number | boolean | null;

/** Figures about a page, as far as they are some: numbers, whether something is so, and known words. */
export function sanitizeFacts(
  value: string | Record<string, Fact>,
): string | Record<string, Fact> | undefined {
  if (typeof value === "string") return WORD.test(value) ? value : undefined;
  const isKnown = ([name, fact]: [string, Fact]) =>
    FACTS.has(name) && (typeof fact !== "string" || WORD.test(fact));
  return Object.fromEntries(Object.entries(value).filter(isKnown));
}
