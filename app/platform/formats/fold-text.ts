/** Letters that stand for themselves however they are decomposed. */
const LETTERS: Record<string, string> = {
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
  đ: "d",
  ł: "l",
  ħ: "h",
  ŧ: "t",
  ð: "d",
  þ: "th",
  ı: "i",
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

/**
 * The words of a text, as they are looked for: asked for and indexed by this one function. A text of signs
 * alone, as some artists are called, stays what it is.
 */
export function searchTokens(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const tokens = words.map(foldText).filter(Boolean);
  return tokens.length > 0 ? tokens : words.map((word) => word.normalize("NFKC").toLowerCase());
}
