import * as v from "valibot";
import type { LinkKind } from "./link-texts";

/** As `Ids.secret` makes them: 256 random bits as 43 base64url characters. */
const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** A text as the token of a link, if it has the form of one. */
export function asLinkToken(text: unknown): string | undefined {
  const token = v.safeParse(tokenSchema, text);
  return token.success ? token.output : undefined;
}

const PATHS = { invited: "/i/", returning: "/r/" } as const satisfies Record<LinkKind, string>;

/** The whole address of a link; a secret. @param site the address of the site, without a path. */
export const linkUrl = (site: string, kind: LinkKind, token: string) =>
  `${site}${PATHS[kind]}${token}`;
