import * as v from "valibot";

/** As `Ids.secret` makes them: 256 random bits as 43 base64url characters. */
const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** A text as the token of a link, if it has the form of one. */
export function asLinkToken(text: unknown): string | undefined {
  const token = v.safeParse(tokenSchema, text);
  return token.success ? token.output : undefined;
}
