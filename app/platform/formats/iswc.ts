import { compactCode, type ReadCode, readCheckedCode } from "./compact-code";

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
export const readIswc = (text: string): ReadCode =>
  readCheckedCode(compactCode(text).replace(/^ISWC[:=]?/, ""), {
    ...{ name: "ISWC", example: ISWC_EXAMPLE, nobody: "no song", last: "digit" },
    ...{ length: 11, lengthText: "the letter T and 10 digits" },
    ...{ pattern: /^T\d{10}$/, patternText: "begins with T and goes on with digits" },
    placeholder: /^T0{9}/,
    checkSign: (code) => iswcCheckDigit(code.slice(1, 10)),
  });

/** Format: T-034.524.680-1; anything else as it is. */
export const formatIswc = (code: string) =>
  code.replace(/^T(\d{3})(\d{3})(\d{3})(\d)$/, "T-$1.$2.$3-$4");
