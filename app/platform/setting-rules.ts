import * as v from "valibot";
import { normalizeText } from "./formats/normalize-text";

export const text = (name: string) =>
  v.pipe(v.string(`${name} must be a text.`), v.transform(normalizeText));
export const optionalSecret = (name: string) =>
  v.optional(v.pipe(text(name), v.minLength(8, `${name} is too short to be a real credential.`)));

export const address = (name: string, example: string) =>
  v.pipe(
    text(name),
    v.regex(
      /^https?:\/\/[^/?#@;,\s]+$/,
      `${name} must be an address without a path, such as ${example}.`,
    ),
    v.check(
      (value) => URL.canParse(value),
      `${name} must be an address without a path, such as ${example}.`,
    ),
  );

export const bucketName = (name: string, example: string) =>
  v.optional(
    v.pipe(
      text(name),
      v.regex(
        /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
        `${name} must be the name of a bucket, such as ${example}.`,
      ),
    ),
  );
