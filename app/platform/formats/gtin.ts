import { compactCode, countText, misfitText, type ReadCode } from "./compact-code";
import { lastOf } from "./last-of";

/** The check digit for the digits before it (GS1: weights 3 and 1 from the right). */
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

const isValid = (code: string) => gs1CheckDigit(code.slice(0, -1)) === lastOf(code);

const OWN_CODE = "Type the code of your release, or ask us to assign one.";

const SHOP_OWN = "Shops make codes like this for their own labels, so no other shop knows it.";

/** What EAN-13 codes are never for a release, by GS1's prefixes. */
const RESTRICTED: readonly (readonly [RegExp, string])[] = [
  [/^0+$|^0123456789012$|^952/, "This is only a placeholder: no release has this code."],
  [/^(?:2|02|04)/, SHOP_OWN],
  [/^(?:05|98[1-4]|99)/, "This is the code of a coupon."],
  [/^(?:977|978|979)/, "This is the code of a book, a magazine or sheet music."],
];

/** Spreadsheets drop zeros in front, and some lists leave out the check digit. */
function hintForEleven(digits: string): string {
  return isValid(`0${digits}`)
    ? ` A zero in front may be missing: 0${digits}.`
    : ` The last digit may be missing: ${digits}${gs1CheckDigit(digits)}. Check it where you found it.`;
}

/** A code of 14 digits with no zero in front: the first digit says how many are in the box. */
const BOX =
  "This is the code of a box of several. Type the one of the release, of 12 or 13 digits.";

/**
 * Parses a GTIN: a UPC-A (12 digits), an EAN-13 or EAN-8, also padded to 14 digits. All are stored as
 * 13 digits, so that equal codes compare equal.
 */
export function readGtin(text: string): ReadCode {
  const digits = compactCode(text)
    .replace(/^(?:UPC|EAN|GTIN):?/, "")
    .replace(/^0(?=\d{13}$)/, "");
  if (!/^\d+$/.test(digits))
    return { error: "A UPC has 12 digits, and an EAN has 13. Type only digits." };
  const { length } = digits;
  if (length === 14 && isValid(digits)) return { error: `${BOX} ${OWN_CODE}` };
  if (length !== 8 && length !== 12 && length !== 13)
    return {
      error: `A UPC has 12 digits, or 13 as an EAN; here ${countText(length)}.${length === 11 ? hintForEleven(digits) : ""}`,
    };
  if (!isValid(digits)) return { error: misfitText("last digit", "UPC") };
  const code = digits.padStart(13, "0");
  if (length === 8 && /^[02]/.test(digits)) return { error: `${SHOP_OWN} ${OWN_CODE}` };
  const [, reason] = RESTRICTED.find(([pattern]) => pattern.test(code)) ?? [];
  return reason ? { error: `${reason} ${OWN_CODE}` } : { code };
}

/** Formats a stored EAN; as a UPC if it is one. */
export const formatGtin = (code: string) => code.replace(/^0(?=\d{12}$)/, "");
