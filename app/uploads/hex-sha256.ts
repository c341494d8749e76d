import * as v from "valibot";

/** A SHA-256 from outside: 64 hexadecimal digits, brought to lower case. */
export const hexSha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase());
