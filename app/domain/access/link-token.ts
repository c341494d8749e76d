import * as v from "valibot";
import { isSecret } from "~/platform/formats/secret-shape";
import type { LinkKind } from "./link-texts";

const tokenSchema = v.pipe(v.string(), v.check(isSecret));

/** Parses a token; undefined if malformed. */
export function asLinkToken(text: unknown): string | undefined {
  const token = v.safeParse(tokenSchema, text);
  return token.success ? token.output : undefined;
}

const PATHS = { invited: "/i/", returning: "/r/" } as const satisfies Record<LinkKind, string>;

/** The URL of a link; a secret. @param site origin of the site. */
export const linkUrl = (site: string, kind: LinkKind, token: string) =>
  `${site}${PATHS[kind]}${token}`;
