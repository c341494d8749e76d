import { createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import type { LinkKind } from "~/entry/link-texts";

/** Whoever opens a link in the morning and begins at night begins with it. */
const HOURS = 24;

const cookieSchema = v.pipe(v.string(), v.regex(/^(invited|returning)\.[\w-]{43}$/));

const options = { httpOnly: true, sameSite: "lax", path: "/", maxAge: HOURS * 3_600 } as const;
// Two names, so that a cookie set over HTTPS can never be replaced from plain HTTP.
const secureCookie = createCookie("__Host-link", { ...options, secure: true });
const localCookie = createCookie("link", options);

function cookieFor(request: Request) {
  return new URL(request.url).protocol === "https:" ? secureCookie : localCookie;
}

/** The token of the link that a browser came by last, if it was one of this kind. */
export async function readLinkCookie(
  request: Request,
  kind: LinkKind,
): Promise<string | undefined> {
  const header = request.headers.get("Cookie");
  const cookie = cookieFor(request);
  if (!header?.includes(`${cookie.name}=`)) return undefined;
  const result = v.safeParse(cookieSchema, await cookie.parse(header).catch(() => undefined));
  if (!result.success) return undefined;
  const [of, token] = result.output.split(".");
  return of === kind ? token : undefined;
}

/** The Set-Cookie header that takes a link's token out of the address of the page. */
export function linkCookieHeader(request: Request, kind: LinkKind, token: string): Promise<string> {
  return cookieFor(request).serialize(`${kind}.${token}`);
}
