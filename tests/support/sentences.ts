/** What a reader of twelve years still holds together. */
const MOST_WORDS = 25;

/** Sentences as they are read: without what marks links and names. */
const sentencesOf = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\([^)]+\)/g, "$1")
    .replace(/\*\*/g, "")
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?:]["”’)]?)\s+/);

/** Signs between words are none. */
const countWords = (sentence: string) =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** The sentences of a text that are too long to be read at a glance, or longer than so many words. */
export function longSentences(text: string, most = MOST_WORDS): string[] {
  return sentencesOf(text).filter((sentence) => countWords(sentence) > most);
}

/** About how many syllables a word of English has. */
function syllablesOf(word: string): number {
  const letters = word.toLowerCase().replace(/[^a-z]/g, "");
  const spokenLetters = letters.replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "").replace(/^y/, "");
  return Math.max(1, spokenLetters.match(/[aeiouy]{1,2}/g)?.length ?? 1);
}

/**
 * The school year in which texts are read with ease, by Flesch and Kincaid: 7 is an age of twelve.
 * Only whole sentences count.
 */
export function readingGrade(texts: readonly string[]): number {
  const wholeSentences = texts
    .flatMap(sentencesOf)
    .filter((sentence) => /[.!?]["”’)]?$/.test(sentence.trim()));
  const words = wholeSentences.flatMap((sentence) => sentence.match(/[\p{L}’']+/gu) ?? []);
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0);
  return 0.39 * (words.length / wholeSentences.length) + 11.8 * (syllables / words.length) - 15.59;
}
