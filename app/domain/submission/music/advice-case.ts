import { lastOf } from "~/platform/formats/last-of";
import type { TitleFinding, TitleRule } from "./title-rule";

/** Georgian has capitals, too, but writes without them. */
const CASED_LETTER = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}]/u;
const isUpper = (letter: string) => /\p{Lu}/u.test(letter);
const isLower = (letter: string) => /\p{Ll}/u.test(letter);

/** An apostrophe within a word is part of it. */
const WORD = /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}[\p{L}\p{M}]*)*/gu;
const ROMAN_NUMBER = /^(?=[ivxlcdm])m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$/i;

/** A single word up to this length may be an acronym: DNA, ABBA. */
const MAX_ACRONYM = 5;

const casedLetters = (word: string) =>
  [...word].filter((letter) => CASED_LETTER.test(letter) && (isUpper(letter) || isLower(letter)));

/** The words that tell whether a title is in capitals: no single letters, no Roman numbers. */
const tellingWords = (title: string) =>
  (title.match(WORD) ?? []).filter(
    (word) => casedLetters(word).length > 1 && !ROMAN_NUMBER.test(word),
  );

export function isAllCapitals(title: string): boolean {
  const words = tellingWords(title);
  if (words.length === 0 || words.some((word) => casedLetters(word).some(isLower))) return false;
  const [first = ""] = words;
  return words.length > 1 || casedLetters(first).length > MAX_ACRONYM;
}

export function isAllLowerCase(title: string): boolean {
  const letters = casedLetters(title);
  return tellingWords(title).length > 0 && letters.every(isLower);
}

/** Of these letters Turkish and Azerbaijani have their own capital: i with a dot stays with it. */
const localeOf = (title: string) => (/[ıİğĞşŞ]/.test(title) ? "tr" : "en");

/** Written small within an English title, as style guides ask. */
const SMALL_WORDS = new Set(
  "a an and as at but by for from in into nor of off on onto or over so the to up with".split(" "),
);

/** Every word begins with a capital, except short English ones in the middle. */
export function titleCase(title: string): string {
  const locale = localeOf(title);
  const wasCapitals = isAllCapitals(title);
  const words = [...title.matchAll(WORD)];
  const first = words[0]?.index;
  const last = lastOf(words)?.index;
  return title.replace(WORD, (word: string, at: number) => {
    if (ROMAN_NUMBER.test(word) && wasCapitals && word.length > 1) return word;
    const small = word.toLocaleLowerCase(locale);
    const startsPart = at === first || at === last || /[([:"“-]\s*$/u.test(title.slice(0, at));
    if (!startsPart && SMALL_WORDS.has(small)) return small;
    const [initial = ""] = small;
    return initial.toLocaleUpperCase(locale) + small.slice(initial.length);
  });
}

const caseFinding = (title: string, what: string): TitleFinding => ({
  text: `The title is all ${what}. Write it as "${titleCase(title)}", unless it is an abbreviation.`,
  fix: { title: titleCase(title) },
});

export const caseRules: readonly TitleRule[] = [
  {
    name: "capitals",
    mark: "Capitals",
    many: "are all capitals",
    why: "Stores change or send back titles that shout, unless every letter stands for a word.",
    find: (title) => (isAllCapitals(title) ? caseFinding(title, "capitals") : undefined),
  },
  {
    name: "lower-case",
    mark: "Lower case",
    many: "are all small letters",
    why: "Stores ask for the capitals that the language uses. If small letters are your style on purpose, tell us.",
    find: (title) => (isAllLowerCase(title) ? caseFinding(title, "small letters") : undefined),
  },
];
