import { compactCode, countText, misfitText, type ReadCode, readCheckedCode } from "./compact-code";
import { formatIswc, ISWC_EXAMPLE, readIswc } from "./iswc";

/** The two check digits of the nine digits before them (CISAC's IPI name number). */
function ipiCheckDigits(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (10 - index), 0);
  const rest = sum % 101;
  return String(rest === 0 ? 0 : (101 - rest) % 100).padStart(2, "0");
}

/**
 * Parses the IPI name number of a songwriter: 11 digits, the last two to check the others. Zeros in
 * front may be missing, as societies print it.
 */
function readIpi(text: string): ReadCode {
  const digits = compactCode(text).replace(/^(?:IPI|CAE)(?:NO|NR|NUMBER)?[:=#]?/, "");
  if (/^I\d{10}$/.test(digits))
    return { error: "This is an IPI base number. Type the IPI name number, which has no letter." };
  if (!/^\d+$/.test(digits))
    return { error: "An IPI name number has up to 11 digits. Type only digits." };
  if (digits.length < 8 || digits.length > 11)
    return {
      error: `An IPI name number has 9 to 11 digits; here ${countText(digits.length)}.`,
    };
  const code = digits.padStart(11, "0");
  if (/^0+$/.test(code)) return { error: "This is only a placeholder: nobody has this number." };
  if (ipiCheckDigits(code.slice(0, 9)) !== code.slice(9))
    return { error: misfitText("last digits", "IPI number") };
  return { code };
}

const ISNI_EXAMPLE = "0000 0001 2146 438X";

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
const readIsni = (text: string): ReadCode =>
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
const formatIsni = (code: string) =>
  code.replace(/^(\d{4})(\d{4})(\d{4})(\d{3}[\dX])$/, "$1 $2 $3 $4");

/** Codes that nobody must know: how each is read, shown and explained. */
export const optionalCodes = {
  iswc: {
    label: "ISWC",
    read: readIswc,
    format: formatIswc,
    hint: `The number of the song itself, whoever records it; your collecting society gives it out. Such as ${ISWC_EXAMPLE}.`,
  },
  ipi: {
    label: "IPI number",
    read: readIpi,
    format: (code: string) => code,
    hint: "The number by which collecting societies know a songwriter, of 9 to 11 digits. It's in your account there.",
  },
  isni: {
    label: "ISNI",
    read: readIsni,
    format: formatIsni,
    hint: `The number that tells artists of one name apart; look on isni.org. Such as ${ISNI_EXAMPLE}.`,
  },
} as const;
export type OptionalCode = keyof typeof optionalCodes;

/** What is wrong with such a code, as advice: it never keeps a form from being sent. */
export function codeAdvice(code: OptionalCode, text: string): string | undefined {
  const result = text.trim() ? optionalCodes[code].read(text) : undefined;
  return result && "error" in result
    ? `${result.error} Until it's right, we leave it out.`
    : undefined;
}

/** A valid code as it is printed; empty for any other text. */
export function validCode(code: OptionalCode, text: string): string {
  const result = optionalCodes[code].read(text);
  return "code" in result ? optionalCodes[code].format(result.code) : "";
}
