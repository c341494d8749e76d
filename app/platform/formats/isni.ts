import { compactCode, type ReadCode, readCheckedCode } from "./compact-code";

export const ISNI_EXAMPLE = "0000 0001 2146 438X";

/** The check sign of the fifteen digits before it (ISO 7064, MOD 11-2). */
function isniCheckSign(digits: string): string {
  const total = [...digits].reduce((sum, digit) => (sum + Number(digit)) * 2, 0);
  const check = (12 - (total % 11)) % 11;
  return check === 10 ? "X" : String(check);
}

/**
 * Parses the number of a person or a band (ISO 27729): 15 digits, then a digit or X. Spaces, the
 * prefix "ISNI" and the address of the public page are ignored.
 */
export const readIsni = (text: string): ReadCode =>
  readCheckedCode(
    compactCode(text.replace(/^.*isni\.org\/(?:isni\/)?/i, "")).replace(/^ISNI[:=]?/, ""),
    {
      ...{ name: "ISNI", example: ISNI_EXAMPLE, nobody: "nobody", last: "sign" },
      ...{ length: 16, lengthText: "16 digits" },
      ...{ pattern: /^\d{15}[\dX]$/, patternText: "has digits, and at its end perhaps an X" },
      placeholder: /^0{15}/,
      checkSign: (code) => isniCheckSign(code.slice(0, 15)),
    },
  );

/** Format: 0000 0001 2146 438X; anything else as it is. */
export const formatIsni = (code: string) =>
  code.replace(/^(\d{4})(\d{4})(\d{4})(\d{3}[\dX])$/, "$1 $2 $3 $4");
