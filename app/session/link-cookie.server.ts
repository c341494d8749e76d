import * as v from "valibot";
import type { LinkKind } from "~/domain/access/link-texts";
import { SECRET } from "~/platform/formats/secret-shape";
import { secretCookie } from "./secret-cookie.server";

/** Long enough to open a link in the morning and start at night. */
const MAX_AGE_HOURS = 24;

const textSchema = v.pipe(v.string(), v.regex(new RegExp(`^(invited|returning)\\.${SECRET}$`)));
const cookie = secretCookie("link", MAX_AGE_HOURS * 3_600);

export async function readLinkCookie(
  request: Request,
  kind: LinkKind,
): Promise<string | undefined> {
  const result = v.safeParse(textSchema, await cookie.read(request));
  if (!result.success) return undefined;
  const [linkKind, token] = result.output.split(".");
  return linkKind === kind ? token : undefined;
}

/** The Set-Cookie header that stores a link's token, so that it leaves the URL. */
export function linkCookieHeader(request: Request, kind: LinkKind, token: string): Promise<string> {
  return cookie.serialize(request, `${kind}.${token}`);
}
