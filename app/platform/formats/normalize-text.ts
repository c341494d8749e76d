/**
 * Invisible characters: ignorable and control characters, lone surrogates and noncharacters. Tab
 * and line feed are allowed.
 */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Noncharacter_Code_Point}\ufff9-\ufffb\u{13430}-\u{1343f}]|[^\P{Cc}\t\n]/gu;

const LINE_END = /\r\n|[^\S\p{Zs}\ufeff\t]/gu;

/** Scripts in which joiners change letters. */
const JOINING_LETTER =
  /[\p{Script_Extensions=Arabic}\p{Script_Extensions=Syriac}\p{Script_Extensions=Mongolian}\p{Script_Extensions=Nko}\p{Script_Extensions=Devanagari}\p{Script_Extensions=Bengali}\p{Script_Extensions=Gurmukhi}\p{Script_Extensions=Gujarati}\p{Script_Extensions=Oriya}\p{Script_Extensions=Tamil}\p{Script_Extensions=Telugu}\p{Script_Extensions=Kannada}\p{Script_Extensions=Malayalam}\p{Script_Extensions=Sinhala}\p{Script_Extensions=Khmer}\p{Script_Extensions=Myanmar}\p{Script_Extensions=Balinese}\p{Script_Extensions=Javanese}]/u;
const LETTER = /[\p{L}\p{M}]/u;
/** Signs of Indian scripts after which a joiner may end a word. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca]/;
const PICTOGRAPH = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

const ZWNJ = "\u200c";
const ZWJ = "\u200d";
const EMOJI_STYLE = "\ufe0f";
const KEYCAP = "\u20e3";
/** The flags of England, Scotland and Wales: a black flag, invisible letters and an end mark. */
const SUBDIVISION_FLAG = /\u{1f3f4}[\u{e0061}-\u{e007a}]{4,6}\u{e007f}/gu;

const isJoiningLetter = (character: string) =>
  LETTER.test(character) && JOINING_LETTER.test(character);

/** Whether an invisible character changes its neighbours. */
function isNeeded(character: string, previous: string, next: string): boolean {
  switch (character) {
    case ZWNJ:
      return isJoiningLetter(previous) && isJoiningLetter(next);
    case ZWJ:
      if (isJoiningLetter(previous)) return isJoiningLetter(next) || VIRAMA.test(previous);
      return PICTOGRAPH.test(previous) && /\p{Extended_Pictographic}/u.test(next);
    case "\ufe0e":
    case EMOJI_STYLE:
      return next === KEYCAP
        ? /[\d#*]/.test(previous)
        : /\p{Extended_Pictographic}/u.test(previous);
    default:
      // Variation selectors of Chinese characters and of Mongolian.
      if (/[\ufe00-\ufe02\u{e0100}-\u{e01ef}]/u.test(character))
        return /\p{Script=Han}/u.test(previous);
      return /[\u180b-\u180f]/.test(character) && /\p{Script=Mongolian}/u.test(previous);
  }
}

function withoutInvisible(text: string): string {
  let end = 0;
  let previous = "";
  return text.replace(INVISIBLE, (character: string, start: number) => {
    if (start > end)
      [previous = ""] = Array.from(text.slice(Math.max(0, start - 2), start)).slice(-1);
    end = start + character.length;
    const [next = ""] = text.slice(end, end + 2);
    if (!isNeeded(character, previous, next)) return "";
    previous = character;
    return character;
  });
}

/** Removes invisible characters, but not the letters of flags. */
function keepFlags(text: string): string {
  const flags = text.match(SUBDIVISION_FLAG) ?? [];
  return text
    .split(SUBDIVISION_FLAG)
    .map((part, index) => withoutInvisible(part) + (flags[index] ?? ""))
    .join("");
}

/**
 * Marks beyond thirty on one letter, which no language has (Unicode Standard Annex 15, stream-safe
 * text). Composing sorts the marks of a letter, in a time that grows with their square.
 */
const SURPLUS_MARKS = /(?<=\p{M}{30})\p{M}+/gu;

const NOTHING_VISIBLE = /^[\s\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * Normalizes a text for storing and comparing: NFC, trimmed, without invisible characters, line
 * ends as `\n`, Braille blanks as spaces. Joiners stay where they change letters or emoji. A text
 * with nothing visible becomes empty.
 */
export function normalizeText(text: string): string {
  // Plain ASCII needs no change.
  if (/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text)) return text;
  const lines = keepFlags(text.replace(LINE_END, "\n").replace(/\u2800/g, " "));
  // Twice: removing a character may let its neighbours compose or become invisible.
  const composed = keepFlags(lines.replace(SURPLUS_MARKS, "").normalize("NFC")).trim();
  return NOTHING_VISIBLE.test(composed) ? "" : composed;
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let offset = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - offset - 1))) offset++;
  return String(offset % 10);
}

/** Replaces full-width characters. */
export function halfWidth(text: string): string {
  const plain = normalizeText(text).replace(/[\uff01-\uff5e\u3000]/g, (character) =>
    character.normalize("NFKC"),
  );
  return normalizeText(plain);
}

/** Replaces full-width characters and digits of other scripts, for codes, numbers and dates. */
export function plainCharacters(text: string): string {
  return halfWidth(text).replace(/[^\P{Nd}\d]/gu, asciiDigit);
}
