import { redactSecretsInText } from "./reported-url";

/** What a browser says of a property is code, not anybody's words. */
const CODE = /^\((?:reading|setting) '[\w$]{1,60}'\)$/;
const FILE_ENDINGS =
  "wav|wave|aif[cf]?|flac|mp3|m4a|aac|ogg|opus|wma|caf|midi?|mp4|m4v|mov|avi|mkv|webm|jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp|svg|psd|eps|pdf|zip|rar|7z|docx?|xlsx?|pptx?|pages|odt|rtf|txt|csv";

/** Anything up to where a stack begins: a quoted text may have lines, a stack has no quotes to speak of. */
const ANY = String.raw`(?:[^\n]|\n(?!\s*at |\S*@))*`;
/** From the first mark to the last one, as names have marks in them; or to the end, where it was cut off. */
const quotedIn = (open: string, close: string) => `${open}(?:${ANY}${close}|${ANY})`;
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
    ].map(([open = "", close = ""]) => quotedIn(open, close)),
    // These alone are no quote: they part words, too.
    String.raw`»[^»«\n]*«`,
    quotedIn("[‘‚]", String.raw`[’‘](?![\p{L}\p{N}])`),
    quotedIn(String.raw`(?<![\p{L}\p{N}])'`, String.raw`'(?![\p{L}\p{N}])`),
  ].join("|"),
  "gu",
);

/** A name in the settings, which is nobody's. */
const SETTING = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

type Rule = readonly [RegExp, string | ((match: string) => string)];

/*
 * A report may be anything its sender likes, such as the beginning of a mail address over and over: each rule
 * begins only where what it looks for may begin, so that a text costs as much as it is long, and no more.
 */

/** Our own sentences that name a track: specification, wizard, section 8. */
const TITLED = /^(Failed to upload (?:custom artwork for )?).+(?=: )/;
const ADDRESS =
  /(?<![^\s@<>"(),;:[\]])[^\s@<>"(),;:[\]]+@[^\s@<>"'(),;:[\]]+\.[^\s@<>"'(),;:[\]]+/gu;

/** What may be somebody's in a whole text, and what stands in its place; in this order. */
const RULES: readonly Rule[] = [
  [/Failed to upload (?!main artwork:).+/g, (match) => match.replace(TITLED, "$1[title]")],
  [ADDRESS, "[email]"],
  [/(?<![\w.+-])[\w.+-]+%40[\w.-]+/g, "[email]"],
  // Of an address without its site.
  [/(?<=[\w/])\?[\w.[\]%-]+=[^\s"'<>()]*/g, ""],
  [QUOTES, (match) => (CODE.test(match) ? match : "[text]")],
];

/** With the words before it: a file's name may have spaces in it. */
const FILE = new RegExp(`^.*\\.(?:${FILE_ENDINGS})\\b`, "isu");

/** Where a visitor's line ends, in its long form or its short one. */
const IPV6 =
  /(?<![\w:.])(?=[a-f:]*\d)(?:(?:[\da-f]{1,4}:){7}[\da-f]{1,4}|(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?::(?:[\da-f]{1,4}(?::[\da-f]{1,4}){0,6})?)(?![\w:])/gi;

/** An artist's folder in the storage, which has the name in it: see `object-key.ts`. */
const FOLDER = /(?<=\bartists\/)[a-z\d-]+-[a-z\d]{8}(?![\w-])/g;

/** The same in what is no address. */
const WORD_RULES: readonly Rule[] = [
  [FOLDER, "[name]"],
  [/[^\n:/\\[\]"']+/g, (match) => match.replace(FILE, "[file]")],
  [/(?<![\w-])[\w-]{16,}/g, (match) => (/\d/.test(match) && !SETTING.test(match) ? "[id]" : match)],
  [/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, "[number]"],
  [IPV6, "[number]"],
  [/\+?\(?\p{Nd}[\p{Nd} \u00a0\u2009\u202f()./·‐‑–-]{6,}\p{Nd}/gu, "[number]"],
];

/**
 * A message or a stack as it may be kept: addresses lose their queries and tokens; mail addresses,
 * telephone numbers, ids, names of files and whatever is quoted are replaced by what they are.
 */
export function scrubbed(text: string): string {
  const scrubbedText = replaced(redactSecretsInText(text), RULES);
  // Our scripts keep their names, which end in a code of their content.
  const pieces = scrubbedText.split(/(https?:\/\/[^\s"'<>()]+)/i);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : replaced(piece, WORD_RULES))).join("");
}

function replaced(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (current, [pattern, to]) =>
      typeof to === "string" ? current.replace(pattern, to) : current.replace(pattern, to),
    text,
  );
}
