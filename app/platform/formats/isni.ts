import { compactCode, countText, type ReadCode } from "./compact-code";

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
export function readIsni(text: string): ReadCode {
  const code = compactCode(text.replace(/^.*isni\.org\/(?:isni\/)?/i, "")).replace(
    /^ISNI[:=]?/,
    "",
  );
  const { length } = Array.from(code);
  if (length !== 16)
    return { error: `An ISNI has 16 digits, such as ${ISNI_EXAMPLE}; here ${countText(length)}.` };
  if (!/^\d{15}[\dX]$/.test(code))
    return {
      error: `An ISNI has digits, and at its end perhaps an X, such as ${ISNI_EXAMPLE}.`,
    };
  if (/^0{15}/.test(code)) return { error: "This is only a placeholder: nobody has this ISNI." };
  if (isniCheckSign(code.slice(0, 15)) !== code[15])
    return {
      error:
        "The last sign of this ISNI doesn't fit the others, so one of them is wrong. Check it where you found it.",
    };
  return { code };
}

/** Format: 0000 0001 2146 438X; anything else as it is. */
export const formatIsni = (code: string) =>
  code.replace(/^(\d{4})(\d{4})(\d{4})(\d{3}[\dX])$/, "$1 $2 $3 $4");
