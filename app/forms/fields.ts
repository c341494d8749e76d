import * as v from "valibot";
import { halfWidth, normalizeText, plainCharacters } from "~/platform/formats/normalize-text";
import { MAX_EMAIL_ADDRESS } from "./email-address";
import { type FieldError, invalidError } from "./form-reply";

/** The limit of a line whose field states no other, in UTF-16 units as all limits of texts. */
export const MAX_LINE = 200;
export const MAX_LINK = 500;

/** A letter and its three marks become one character, such as ᾂ. */
const LONGEST_FORM = 4;

/**
 * Cuts a text from outside before `read` sees it, to the longest form that a text within its limit
 * can have. What was cut stays over the limit and ends in dots, so that its field says so.
 */
export const readUpTo = (max: number, read: (text: string) => string) => (input: string) => {
  const text = input.trim();
  if (text.length <= max * LONGEST_FORM) return read(text);
  const start = read(text.slice(0, max * LONGEST_FORM));
  return start && `${start}…`.padEnd(max + 1, "…");
};

const textUpTo = (max: number, read: (text: string) => string) =>
  v.fallback(v.pipe(v.string(), v.transform(readUpTo(max, read))), "");

/** A name with a line end would pass for several lines where it is shown. */
const LINE_ENDS = /(?<!\s)\s*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu;

/** Normalizes a text and replaces its line ends by spaces. */
export const inOneLine = (text: string): string => normalizeText(text.replace(LINE_ENDS, " "));

/** A line of text: normalized, line ends replaced; anything else counts as empty. */
export const singleLineUpTo = (max: number) => textUpTo(max, inOneLine);
export const singleLine = singleLineUpTo(MAX_LINE);
export const linkLine = singleLineUpTo(MAX_LINK);

/** A line with plain letters and digits only: for codes, numbers and dates. */
export const plainLineUpTo = (max: number) =>
  v.pipe(singleLineUpTo(max), v.transform(plainCharacters));
export const plainLine = plainLineUpTo(MAX_LINE);

/**
 * An e-mail address: full-width characters and dots are made plain, digits of other scripts stay.
 */
export const emailLine = v.pipe(
  singleLineUpTo(MAX_EMAIL_ADDRESS),
  v.transform((text) => halfWidth(text).replace(/[\u3002\uff61]/g, ".")),
);

/** A text of any number of lines, normalized; anything else counts as empty. */
export const multiLineUpTo = (max: number) => textUpTo(max, normalizeText);

/** A checkbox or switch: posted as "on" or "true" when set, stored as a boolean. */
export const flag = v.fallback(
  v.union([
    v.boolean(),
    v.pipe(
      v.string(),
      v.transform((value) => value === "on" || value === "true"),
    ),
  ]),
  false,
);

/** One of the given values; anything else becomes the first. */
export function choice<const T extends readonly [string, ...string[]]>(values: T) {
  return v.fallback(v.picklist(values), values[0]);
}

/** A list of at most `max` entries; anything else counts as empty. */
export function list<const TItem extends v.GenericSchema>(item: TItem, max: number) {
  return v.fallback(
    v.pipe(
      v.array(item),
      v.transform((items) => items.slice(0, max)),
    ),
    [],
  );
}

const tooLongText = (label: string, max: number) => `${label} must be ${max} characters or fewer`;

export function tooLong(label: string, value: string, max = MAX_LINE): FieldError | undefined {
  return value.length > max ? invalidError(tooLongText(label, max)) : undefined;
}

/** The same limit as a valibot rule. */
export function maxLengthRule(label: string, max = MAX_LINE) {
  return v.maxLength<string, number, string>(max, tooLongText(label, max));
}
