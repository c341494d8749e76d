import * as v from "valibot";
import type { LinkKind } from "~/domain/access/link-texts";
import { isSecret, SECRET } from "~/platform/formats/secret-shape";
import { ARTIST_SESSION_DAYS, STAFF_SESSION_HOURS } from "~/platform/sign-in-periods";
import { secretCookie } from "./secret-cookie.server";

const tokenSchema = v.pipe(v.string(), v.check(isSecret));

function tokenCookie(name: string, seconds: number) {
  const cookie = secretCookie(name, seconds);
  return {
    ...cookie,
    /** Undefined for a malformed token. */
    read: async (request: Request): Promise<string | undefined> => {
      const token = v.safeParse(tokenSchema, await cookie.read(request));
      return token.success ? token.output : undefined;
    },
  };
}

export const staffCookie = tokenCookie("staff", STAFF_SESSION_HOURS * 3_600);

export const artistCookie = tokenCookie("artist", ARTIST_SESSION_DAYS * 86_400);

/** Long enough to open a link in the morning and start at night. */
const LINK_HOURS = 24;

const linkSchema = v.pipe(v.string(), v.regex(new RegExp(`^(invited|returning)\\.${SECRET}$`)));
const linkCookie = secretCookie("link", LINK_HOURS * 3_600);

export async function readLinkCookie(request: Request, kind: LinkKind) {
  const result = v.safeParse(linkSchema, await linkCookie.read(request));
  if (!result.success) return undefined;
  const [linkKind, token] = result.output.split(".");
  return linkKind === kind ? token : undefined;
}

/** The Set-Cookie header that stores a link's token, so that it leaves the URL. */
export function linkCookieHeader(request: Request, kind: LinkKind, token: string): Promise<string> {
  return linkCookie.serialize(request, `${kind}.${token}`);
}
