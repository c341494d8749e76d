import * as v from "valibot";
import type { LinkKind } from "~/entry/link-texts";
import { SECRET } from "~/platform/formats/secret-shape";
import { secretCookie } from "./secret-cookie.server";

/** Whoever opens a link in the morning and begins at night begins with it. */
const HOURS = 24;

const textSchema = v.pipe(v.string(), v.regex(new RegExp(`^(invited|returning)\\.${SECRET}$`)));
const cookie = secretCookie("link", HOURS * 3_600);

/** The token of the link that a browser came by last, if it was one of this kind. */
export async function readLinkCookie(
  request: Request,
  kind: LinkKind,
): Promise<string | undefined> {
  const result = v.safeParse(textSchema, await cookie.read(request));
  if (!result.success) return undefined;
  const [of, token] = result.output.split(".");
  return of === kind ? token : undefined;
}

/** The Set-Cookie header that takes a link's token out of the address of the page. */
export function linkCookieHeader(request: Request, kind: LinkKind, token: string): Promise<string> {
  return cookie.keep(request, `${kind}.${token}`);
}
