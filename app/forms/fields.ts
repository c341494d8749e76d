import * as v from "valibot";
import { halfWidth, normalizeText, plainCharacters } from "~/platform/formats/normalize-text";
import { type FieldError, invalidError } from "./form-reply";

/** A name with a line end would pass for several lines where it is shown. */
const LINE_ENDS = /(?<!\s)\s*[\p{Cc}\u2028\u2029][\s\p{Cc}]*/gu;

/** Normalizes a text and replaces its line ends by spaces. */
export const inOneLine = (text: string): string => normalizeText(text.replace(LINE_ENDS, " "));

/** A line of text: normalized, line ends replaced; anything else counts as empty. */
export const singleLine = v.fallback(v.pipe(v.string(), v.transform(inOneLine)), "");

/** A line with plain letters and digits only: for codes, numbers and dates. */
export const plainLine = v.pipe(singleLine, v.transform(plainCharacters));

/**
 * An e-mail address: full-width characters and dots are made plain, digits of other scripts stay.
 */
export const emailLine = v.pipe(
  singleLine,
  v.transform((text) => halfWidth(text).replace(/[\u3002\uff61]/g, ".")),
);

/** A text of any number of lines, normalized; anything else counts as empty. */
export const multiLine = v.fallback(v.pipe(v.string(), v.transform(normalizeText)), "");

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

export function tooLong(label: string, value: string, max: number): FieldError | undefined {
  return value.length > max ? invalidError(tooLongText(label, max)) : undefined;
}

/** The same limit as a valibot rule. */
export function maxLengthRule(label: string, max: number) {
  return v.maxLength<string, number, string>(max, tooLongText(label, max));
}
