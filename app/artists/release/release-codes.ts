import { lastOf } from "~/platform/formats/last-of";
import { plainCharacters } from "~/platform/formats/normalize-text";

/** A code as it is stored, or the sentence that says what is wrong with what was typed. */
export type ReadCode = { code: string } | { wrong: string };

/** Spaces and every kind of dash, which are for the eye only. */
const DRESS = /[\s\p{Pd}.]/gu;

const many = (count: number) => (count === 1 ? "1 has come" : `${count} have come`);

/**
 * An ISRC (ISO 3901): two letters and three letters or digits of whoever gave it out, the year of that
 * in two digits, and five digits more. It has no check digit; hyphens and the word before it are not
 * part of it.
 */
export function readIsrc(text: string): ReadCode {
  const code = plainCharacters(text)
    .toUpperCase()
    .replace(DRESS, "")
    .replace(/^ISRC:?(?=.{12}$)/, "");
  if (/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code)) return { code };
  const { length } = Array.from(code);
  return {
    wrong:
      length === 12
        ? "An ISRC begins with two letters and three letters or digits, and ends with seven digits, such as GB-ABC-26-00001."
        : `An ISRC has 12 letters and digits, such as GB-ABC-26-00001; here ${many(length)}.`,
  };
}

/** An ISRC as it is read out: GB-ABC-26-00001. */
export const formatIsrc = (code: string) =>
  [code.slice(0, 2), code.slice(2, 5), code.slice(5, 7), code.slice(7)].join("-");

/** The check digit of a UPC or EAN, of the digits before it (GS1: weights 3 and 1 from the right). */
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/**
 * A UPC-A (12 digits) or EAN-13. Both are stored as an EAN, which a UPC becomes by a zero before it: so
 * one and the same code is never two.
 */
export function readUpc(text: string): ReadCode {
  const code = plainCharacters(text)
    .replace(DRESS, "")
    .replace(/^(?:UPC|EAN):?/i, "");
  if (!/^\d+$/.test(code)) return { wrong: "A UPC has digits alone, 12 of them, or 13 as an EAN." };
  if (code.length !== 12 && code.length !== 13)
    return { wrong: `A UPC has 12 digits, or 13 as an EAN; here ${many(code.length)}.` };
  if (gs1CheckDigit(code.slice(0, -1)) !== lastOf(code))
    return {
      wrong:
        "The last digit of this UPC doesn't fit the others, so one of them is wrong. Compare it with where you have it from.",
    };
  return { code: code.padStart(13, "0") };
}

/** A stored code as it is printed: as a UPC where it is one. */
export const formatUpc = (code: string) => code.replace(/^0(?=\d{12}$)/, "");
