/** Letters that stand for themselves however they are decomposed. */
const LETTERS: Record<string, string> = {
  ...{ ø: "o", æ: "ae", œ: "oe", ß: "ss", đ: "d", ł: "l", ħ: "h", ŧ: "t" },
  ...{ ð: "d", þ: "th", ı: "i" },
};

/**
 * A text as it is looked for: without case, accents and width, each run of what is neither letter nor digit
 * a space. So apostrophes, quotes and dashes of every kind are one.
 */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[øæœßđłħŧðþı]/g, (letter) => LETTERS[letter] ?? letter)
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      // Apostrophes that count as letters.
      .replace(/[\u02b9-\u02cf\ua78b\ua78c]/g, " ")
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
      .trim()
      .normalize("NFC")
  );
}

/** A word as it is looked for; one of signs alone stays what it is. */
const searchKey = (word: string) => foldText(word) || word.normalize("NFKC").toLowerCase();

/** The words of a text, as they are looked for: asked for and indexed by this one function. */
export function searchTokens(text: string): string[] {
  return text.split(/\s+/).map(searchKey).filter(Boolean);
}
