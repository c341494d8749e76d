import { redactSecretsInText } from "./reported-url";

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
