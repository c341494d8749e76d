/** Letters that Unicode does not decompose. */
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

/** For searching: no case, accents or width, and a space for each run of other characters. */
export function foldText(text: string): string {
  return (
    text
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[øæœßđłħŧðþı]/g, (letter) => LETTERS[letter] ?? letter)
      .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
      // Apostrophes that Unicode counts as letters.
      .replace(/[\u02b9-\u02cf\ua78b\ua78c]/g, " ")
      .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ")
      .trim()
      .normalize("NFC")
  );
}

/**
 * The search tokens of a text, for queries and index. A text of signs only, as some artists' names,
 * is kept.
 */
export function searchTokens(text: string): string[] {
  const words = text.split(/\s+/).filter(Boolean);
  const tokens = words.map(foldText).filter(Boolean);
  return tokens.length > 0 ? tokens : words.map((word) => word.normalize("NFKC").toLowerCase());
}
