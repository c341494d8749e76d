/**
 * What nobody sees: characters that Unicode has drawn as nothing, control and format characters, halves of
 * a surrogate pair, and code points that are no characters. Tab and line feed are part of texts.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]|[^\P{Cc}\t\n]/u;

/** White space that ends a line. */
const LINE_END = /\r\n|[^\S\p{Zs}\ufeff\t]/gu;

/** Joins or parts letters of these scripts; everywhere else a joiner between letters does nothing. */
const JOINING_LETTER =
  /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Syriac}\p{Script_Extensions=Mongolian}\p{Script_Extensions=Nko}\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script_Extensions=Gurmukhi}\p{Script_Extensions=Gujarati}\p{Script_Extensions=Oriya}\p{Script_Extensions=Tamil}\p{Script_Extensions=Telugu}\p{Script_Extensions=Kannada}\p{Script_Extensions=Malayalam}\p{Script_Extensions=Sinhala}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}\p{Script_Extensions=Balinese}\p{Script_Extensions=Javanese}]/u;
const LETTER = /[\p{L}\p{M}]/u;
/** The signs after which a joiner may end a word, in scripts of India and Sri Lanka. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

const ZWNJ = "\u200c";
const ZWJ = "\u200d";
const EMOJI_STYLE = "\ufe0f";
const KEYCAP = "\u20e3";
/** The flags of England, Scotland and Wales: a black flag, letters that nobody sees, and their end. */
const SUBDIVISION_FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}/gu;

const isJoiningLetter = (character: string) => LETTER.test(character) && JOINING_LETTER.test(character);

/** Whether a character that nobody sees does something to what stands before and after it. */
function isNeeded(character: string, previous: string, next: string): boolean {
  switch (character) {
    case ZWNJ:
      return isJoiningLetter(previous) && isJoiningLetter(next);
    case ZWJ:
      if (isJoiningLetter(previous)) return isJoiningLetter(next) || VIRAMA.test(previous);
      return PICTOGRAPH.test(previous) && /\p{Extended_Pictographic}/u.test(next);
    case "\ufe0e":
    case EMOJI_STYLE:
      return next === KEYCAP ? /[\d#*]/.test(previous) : /\p{Extended_Pictographic}/u.test(previous);
    default:
      // Variants of a letter: of Chinese characters in Japanese names, and of Mongolian.
      if (/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(character)) return /\p{Script=Han}/u.test(previous);
      return /[\u180b-\u180f]/.test(character) && /\p{Script=Mongolian}/u.test(previous);
  }
}

function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  let visible = "";
  let previous = "";
  const characters = Array.from(text);
  characters.forEach((character, index) => {
    if (INVISIBLE.test(character) && !isNeeded(character, previous, characters[index + 1] ?? "")) return;
    visible += character;
    previous = character;
  });
  return visible;
}

/** Apart from flags, whose letters would go with all others that nobody sees. */
function keepFlags(text: string): string {
  const flags = text.match(SUBDIVISION_FLAG) ?? [];
  return text
    .split(SUBDIVISION_FLAG)
    .map((part, index) => withoutInvisible(part) + (flags[index] ?? ""))
    .join("");
}

/** Marks without a letter under them, and signs that need another beside them. */
const NOTHING_VISIBLE = /^[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * A text as it is kept and compared: composed (NFC), trimmed, and without what nobody sees. Line ends are
 * `\n`, blank cells of Braille are spaces. Joiners stay where letters or emoji change by them. A text with
 * nothing to see is empty.
 */
export function normalizeText(text: string): string {
  // Most of what comes is plain, and stays as it is.
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  const lines = text.replace(LINE_END, "\n").replace(/\u2800/g, " ");
  // Taking something away may let its neighbours compose, or stand side by side.
  const composed = keepFlags(keepFlags(lines).normalize("NFC")).trim();
  return NOTHING_VISIBLE.test(composed) ? "" : composed;
}

/** The digit that a decimal digit of any script is: each script has its ten in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let offset = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - offset - 1))) offset++;
  return String(offset % 10);
}

/** A text whose letters, digits and signs of full width are plain ones. */
export function halfWidth(text: string): string {
  const plain = normalizeText(text).replace(/[\uff01-\uff5e\u3000]/g, (character) =>
    character.normalize("NFKC"),
  );
  return normalizeText(plain);
}

/** A code, a number or a date as machines read it: the same, and the digits of every script are 0 to 9. */
export function plainCharacters(text: string): string {
  return halfWidth(text).replace(/[^\P{Nd}\d]/gu, asciiDigit);
}
