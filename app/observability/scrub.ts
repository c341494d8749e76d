import { parseUrl } from "~/platform/formats/parse-url";
import { routeName } from "~/platform/formats/route-name";

/** One of our scripts or style sheets, with line and column. */
const OUR_FILE = /^\/assets\/[\w./$-]+\.(?:js|css)(?:\.map)?(?::\d+){0,2}$/;

/**
 * Redacts an address: no query or fragment, and only known words in the path (`route-name.ts`), since
 * links with tokens grant access. Script names stay, as stack traces need them.
 * @returns null if it is no web address; cut to 300 characters.
 */
export function redactUrlSecrets(url: string): string | null {
  const address = /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (!address) return null;
  const { origin, pathname } = address;
  const path = OUR_FILE.test(pathname) ? pathname : routeName(url);
  return `${origin}${path}`.slice(0, 300);
}

/** Redacts every address in a text, such as a stack trace. */
export function redactSecretsInText(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>()]+/gi, (url) => redactUrlSecrets(url) ?? ":url");
}

/** A property name in an error message is code. */
const CODE = /^\((?:reading|setting) '[\w$]{1,60}'\)$/;
const FILE_ENDINGS =
  "wav|wave|aif[cf]?|flac|mp3|m4a|aac|ogg|opus|wma|caf|midi?|mp4|m4v|mov|avi|mkv|webm|jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|svg|psd|eps|pdf|zip|rar|7z|docx?|xlsx?|pptx?|pages|odt|rtf|txt|csv";

/** Any text up to the beginning of a stack; quoted texts may have line breaks. */
const QUOTED_TEXT = String.raw`(?:[^\n]|\n(?!\s*at |\S*@))*`;
/** From the first mark to the last, since names contain marks; or to the end of a cut text. */
const quotePattern = (open: string, close: string) =>
  `${open}(?:${QUOTED_TEXT}${close}|${QUOTED_TEXT})`;
const QUOTES = new RegExp(
  [
    String.raw`\((?:reading|setting) '[^'\n]*'\)`,
    ...[
      ['"', '"'],
      ["“", "”"],
      ["„", "[“”]"],
      ["«", "»"],
      ["‹", "›"],
      ["「", "」"],
      ["『", "』"],
      ["`", "`"],
    ].map(([open = "", close = ""]) => quotePattern(open, close)),
    // A single one is no quote, but may separate words.
    String.raw`»[^»«\n]*«`,
    quotePattern("[‘‚]", String.raw`[’‘](?![\p{L}\p{N}])`),
    quotePattern(String.raw`(?<![\p{L}\p{N}])'`, String.raw`'(?![\p{L}\p{N}])`),
  ].join("|"),
  "gu",
);

/** Names of settings are not personal. */
const SETTING = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

type Rule = readonly [RegExp, string | ((match: string) => string)];

/*
 * Reports may contain anything, such as a repeated prefix of an address. Each rule starts only where
 * its match can start, so that the time is linear in the length.
 */

/** Our own sentences that name a track (specification, wizard, section 8). */
const TRACK_ERROR = /^(Failed to upload (?:custom artwork for )?).+(?=: )/;
const ADDRESS =
  /(?<![^\s@<>"(),;:[\]])[^\s@<>"(),;:[\]]+@[^\s@<>"'(),;:[\]]+\.[^\s@<>"'(),;:[\]]+/gu;

/** Personal data and its replacements, in this order. */
const RULES: readonly Rule[] = [
  [/Failed to upload (?!main artwork:).+/g, (match) => match.replace(TRACK_ERROR, "$1[title]")],
  [ADDRESS, "[email]"],
  [/(?<![\w.+-])[\w.+-]+%40[\w.-]+/g, "[email]"],
  // A query of a relative address.
  [/(?<=[\w/])\?[\w.[\]%-]+=[^\s"'<>()]*/g, ""],
  [QUOTES, (match) => (CODE.test(match) ? match : "[text]")],
];

/** File names may contain spaces, so the words before are included. */
const FILE = new RegExp(`^.*\\.(?:${FILE_ENDINGS})\\b`, "isu");

/** In long or short form. */
const IPV6 =
  /(?<![\w:.])(?=[a-f:]*\d)(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?)(?![\w:])/gi;

/** Contains the artist's name: see `object-key.ts`. */
const FOLDER = /(?<=\bartists\/)[a-z\d-]+-[a-z\d]{8}(?![\w-])/g;

/** Rules outside of addresses. */
const WORD_RULES: readonly Rule[] = [
  [FOLDER, "[name]"],
  [/[^\n:/\\[\]"']+/g, (match) => match.replace(FILE, "[file]")],
  [/(?<![\w-])[\w-]{16,}/g, (match) => (/\d/.test(match) && !SETTING.test(match) ? "[id]" : match)],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[number]"],
  [IPV6, "[number]"],
  [/\+?\(?\p{Nd}[\p{Nd} \u00a0\u2009\u202f()./·‐‑–-]{6,}\p{Nd}/gu, "[number]"],
];

/**
 * Scrubs a message or stack: addresses lose queries and tokens; mail addresses, phone numbers, ids,
 * file names and quoted texts are replaced by placeholders.
 */
export function scrubbed(text: string): string {
  const scrubbedText = applyRules(redactSecretsInText(text), RULES);
  // Script names end in a content hash, which looks like an id.
  const pieces = scrubbedText.split(/(https?:\/\/[^\s"'<>()]+)/i);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? piece : applyRules(piece, WORD_RULES)))
    .join("");
}

function applyRules(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (current, [pattern, replacement]) =>
      typeof replacement === "string"
        ? current.replace(pattern, replacement)
        : current.replace(pattern, replacement),
    text,
  );
}

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
