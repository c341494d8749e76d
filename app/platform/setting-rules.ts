import * as v from "valibot";
import { normalizeText } from "./formats/normalize-text";

export const text = (name: string) =>
  v.pipe(v.string(`${name} must be a text.`), v.transform(normalizeText));

export const optionalSecret = (name: string) =>
  v.optional(v.pipe(text(name), v.minLength(8, `${name} is too short to be a real credential.`)));

/** @param kind ends the sentence "It must be …", as for all rules here. */
export const matching = (name: string, pattern: RegExp, kind: string) =>
  v.pipe(text(name), v.regex(pattern, `${name} must be ${kind}.`));

export const checked = (name: string, isValid: (text: string) => boolean, kind: string) =>
  v.pipe(text(name), v.check(isValid, `${name} must be ${kind}.`));

export const wholeNumber = (name: string, pattern: RegExp, kind: string) =>
  v.pipe(matching(name, pattern, `a whole number ${kind}`), v.transform(Number));

export const email = (name: string, kind = "an e-mail address") =>
  v.pipe(text(name), v.email(`${name} must be ${kind}.`));

export const upTo = (name: string, characters: number) =>
  v.pipe(
    text(name),
    v.maxLength(characters, `${name} must have at most ${characters} characters.`),
  );

/** "1" or "0". */
export const flag = (name: string, fallback: "1" | "0") =>
  v.optional(v.picklist(["0", "1"], `${name} must be "1" or "0".`), fallback);

export function address(name: string, example: string) {
  const kind = `an address without a path, such as ${example}`;
  return v.pipe(
    matching(name, /^https?:\/\/[^/?#@;,\s]+$/, kind),
    v.check((value) => URL.canParse(value), `${name} must be ${kind}.`),
  );
}

export const bucketName = (name: string, example: string) =>
  v.optional(
    matching(
      name,
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      `the name of a bucket, such as ${example}`,
    ),
  );

export const hostName = (name: string, kind: string) =>
  v.optional(matching(name, /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i, kind));

export const portNumber = (name: string, usual: string) =>
  v.optional(
    checked(
      name,
      (port) => /^\d{1,5}$/.test(port) && Number(port) > 0 && Number(port) < 65_536,
      `a whole number from 1 to 65535, such as ${usual}`,
    ),
    usual,
  );
