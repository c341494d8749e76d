import * as v from "valibot";

/** A posted SHA-256: 64 hexadecimal digits, in lower case. */
export const hexSha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/i), v.toLowerCase());
