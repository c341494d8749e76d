import { compactCode, countText, type ReadCode } from "./compact-code";

export const ISWC_EXAMPLE = "T-034.524.680-1";

/** The check digit of the nine digits before it (ISO 15707). */
function iswcCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index + 1), 1);
  return String((10 - (sum % 10)) % 10);
}

/**
 * Parses the number of a song (ISO 15707): T, nine digits and a check digit. Dots, hyphens and the
 * prefix "ISWC" are ignored.
 */
export function readIswc(text: string): ReadCode {
  const code = compactCode(text).replace(/^ISWC[:=]?/, "");
  const { length } = Array.from(code);
  if (length !== 11)
    return {
      error: `An ISWC has the letter T and 10 digits, such as ${ISWC_EXAMPLE}; here ${countText(length)}.`,
    };
  if (!/^T\d{10}$/.test(code))
    return { error: `An ISWC begins with T and goes on with digits, such as ${ISWC_EXAMPLE}.` };
  if (/^T0{9}/.test(code)) return { error: "This is only a placeholder: no song has this ISWC." };
  if (iswcCheckDigit(code.slice(1, 10)) !== code[10])
    return {
      error:
        "The last digit of this ISWC doesn't fit the others, so one of them is wrong. Check it where you found it.",
    };
  return { code };
}

/** Format: T-034.524.680-1; anything else as it is. */
export const formatIswc = (code: string) =>
  code.replace(/^T(\d{3})(\d{3})(\d{3})(\d)$/, "T-$1.$2.$3-$4");
