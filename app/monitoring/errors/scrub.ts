import { withoutSecretsIn } from "../reported-url";

/** What a browser says of a property is code, not anybody's words. */
const CODE = /^\((?:reading|setting) '[\w$]{1,60}'\)$/;
const FILE_ENDINGS =
  "wav|wave|aiff?|flac|mp3|m4a|aac|ogg|jpe?g|png|gif|webp|heic|tiff?|bmp|svg|pdf|zip|docx?|txt|csv";

/** Anything up to where a stack begins: a quoted text may have lines, a stack has no quotes to speak of. */
const ANY = String.raw`(?:[^\n]|\n(?!\s*at |\S*@))*`;
/** From the first mark to the last one, as names have marks in them; or to the end, where it was cut off. */
const quoted = (open: string, close: string) => `${open}(?:${ANY}${close}|${ANY})`;
const QUOTES = new RegExp(
  [
    String.raw`\((?:reading|setting) '[^'\n]*'\)`,
    ...[
      ['"', '"'],
      ["“", "”"],
      ["«", "»"],
      ["`", "`"],
    ].map(([open = "", close = ""]) => quoted(open, close)),
    quoted("‘", String.raw`’(?![\p{L}\p{N}])`),
    quoted(String.raw`(?<![\p{L}\p{N}])'`, String.raw`'(?![\p{L}\p{N}])`),
  ].join("|"),
  "gu",
);

/** A name in the settings, which is nobody's. */
const SETTING = /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/;

type Rule = readonly [RegExp, string | ((found: string) => string)];

/** What may be somebody's in a whole text, and what stands in its place; in this order. */
const RULES: readonly Rule[] = [
  // Our own sentences that name a track: specification, wizard, section 8.
  [/(Failed to upload )(?!main artwork:)(custom artwork for )?.+(: )/g, "$1$2[title]$3"],
  [/[^\s@<>"(),;:[\]]+@[^\s@<>"'(),;:[\]]+\.[^\s@<>"'(),;:[\]]+/gu, "[email]"],
  [QUOTES, (found) => (CODE.test(found) ? found : "[text]")],
];
/** The same in what is no address. */
const WORD_RULES: readonly Rule[] = [
  // With the words before it: a file's name may have spaces in it.
  [new RegExp(`[^\\n:/\\\\[\\]"']*\\.(?:${FILE_ENDINGS})\\b`, "giu"), "[file]"],
  [/\b(?=[\w-]*\d)[\w-]{16,}\b/g, (found) => (SETTING.test(found) ? found : "[id]")],
  [/\+?\(?\d[\d ().-]{6,}\d/g, "[number]"],
];

/**
 * A message or a stack as it may be kept: addresses lose their queries and tokens; mail addresses,
 * telephone numbers, ids, names of files and whatever is quoted are replaced by what they are.
 */
export function scrubbed(text: string): string {
  const left = replaced(withoutSecretsIn(text), RULES);
  // Our scripts keep their names, which end in a code of their content.
  const pieces = left.split(/(https?:\/\/[^\s"'<>()]+)/i);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : replaced(piece, WORD_RULES))).join("");
}

function replaced(text: string, rules: readonly Rule[]): string {
  return rules.reduce(
    (left, [pattern, to]) =>
      typeof to === "string" ? left.replace(pattern, to) : left.replace(pattern, to),
    text,
  );
}
