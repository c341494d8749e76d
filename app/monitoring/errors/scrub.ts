import { withoutSecretsIn } from "../reported-url";

/** What a browser says of a property is code, not anybody's words. */
const CODE = /^\((?:reading|setting) '[\w$]{1,60}'\)$/;
const FILE_ENDINGS =
  "wav|wave|aiff?|flac|mp3|m4a|aac|ogg|jpe?g|png|gif|webp|heic|tiff?|bmp|svg|pdf|zip|docx?|txt|csv";

/** What may be somebody's, and what stands in its place; in this order. */
const RULES: readonly (readonly [RegExp, string | ((found: string) => string)])[] = [
  // Our own sentences that name a track: specification, wizard, section 8.
  [/(Failed to upload )(?!main artwork:)(custom artwork for )?.+(: )/g, "$1$2[title]$3"],
  [/[^\s@<>"(),;:[\]]+@[^\s@<>"'(),;:[\]]+\.[^\s@<>"'(),;:[\]]+/gu, "[email]"],
  [
    /\((?:reading|setting) '[^'\n]*'\)|"[^"\n]*"|“[^”\n]*”|‘[^’\n]*’|«[^»\n]*»|`[^`\n]*`|(?<![\p{L}\p{N}])'[^'\n]*'/gu,
    (found) => (CODE.test(found) ? found : "[text]"),
  ],
  // With the words before it: a file's name may have spaces in it.
  [new RegExp(`[^\\n:/\\\\[\\]"']*\\.(?:${FILE_ENDINGS})\\b`, "giu"), "[file]"],
  [/\b(?=[\w-]*\d)[\w-]{16,}\b/g, "[id]"],
  [/\+?\(?\d[\d ().-]{6,}\d/g, "[number]"],
];

/**
 * A message or a stack as it may be kept: addresses lose their queries and tokens; mail addresses,
 * telephone numbers, ids, names of files and whatever is quoted are replaced by what they are.
 */
export function scrubbed(text: string): string {
  // Our scripts keep their names, which end in a code of their content.
  const pieces = withoutSecretsIn(text).split(/(https?:\/\/[^\s"'<>()]+)/i);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : scrubWords(piece))).join("");
}

function scrubWords(text: string): string {
  return RULES.reduce(
    (left, [pattern, to]) =>
      typeof to === "string" ? left.replace(pattern, to) : left.replace(pattern, to),
    text,
  );
}
