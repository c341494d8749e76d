import { lastOf } from "~/platform/formats/last-of";
import { plainCharacters } from "~/platform/formats/normalize-text";

export type ReadCode = { code: string } | { error: string };

const SEPARATORS = /[\s\p{Pd}.]/gu;

const countText = (count: number) => (count === 1 ? "1 has come" : `${count} have come`);

/**
 * Parses an ISRC (ISO 3901): two letters, three letters or digits, two digits of the year, five
 * digits. It has no check digit; hyphens and the prefix "ISRC" are ignored.
 */
export function readIsrc(text: string): ReadCode {
  const code = plainCharacters(text)
    .toUpperCase()
    .replace(SEPARATORS, "")
    .replace(/^ISRC:?(?=.{12}$)/, "");
  if (/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code)) return { code };
  const { length } = Array.from(code);
  return {
    error:
      length === 12
        ? "An ISRC begins with two letters and three letters or digits, and ends with seven digits, such as GB-ABC-26-00001."
        : `An ISRC has 12 letters and digits, such as GB-ABC-26-00001; here ${countText(length)}.`,
  };
}

/** Format: GB-ABC-26-00001. */
export const formatIsrc = (code: string) =>
  [code.slice(0, 2), code.slice(2, 5), code.slice(5, 7), code.slice(7)].join("-");

/** The check digit for the digits before it (GS1: weights 3 and 1 from the right). */
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/**
 * Parses a UPC-A (12 digits) or EAN-13. A UPC is stored as an EAN with a leading zero, so that
 * equal codes compare equal.
 */
export function readUpc(text: string): ReadCode {
  const code = plainCharacters(text)
    .replace(SEPARATORS, "")
    .replace(/^(?:UPC|EAN):?/i, "");
  if (!/^\d+$/.test(code))
    return { error: "A UPC has 12 digits, and an EAN has 13. Type only digits." };
  if (code.length !== 12 && code.length !== 13)
    return { error: `A UPC has 12 digits, or 13 as an EAN; here ${countText(code.length)}.` };
  if (gs1CheckDigit(code.slice(0, -1)) !== lastOf(code))
    return {
      error:
        "The last digit of this UPC doesn't fit the others, so one of them is wrong. Check it where you found it.",
    };
  return { code: code.padStart(13, "0") };
}

/** Formats a stored EAN; as a UPC if it is one. */
export const formatUpc = (code: string) => code.replace(/^0(?=\d{12}$)/, "");
