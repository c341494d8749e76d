import { createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import { SESSION_HOURS } from "~/staff/staff-sessions.server";

const tokenSchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const options = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: SESSION_HOURS * 3_600,
} as const;
// Two names, so that a cookie set over HTTPS can never be replaced from plain HTTP.
const secureCookie = createCookie("__Host-staff", { ...options, secure: true });
const localCookie = createCookie("staff", options);

function cookieFor(request: Request) {
  return new URL(request.url).protocol === "https:" ? secureCookie : localCookie;
}

/** The token of the session that a browser says it has; undefined for what cannot be one. */
export async function readStaffToken(request: Request): Promise<string | undefined> {
  const header = request.headers.get("Cookie");
  const cookie = cookieFor(request);
  if (!header?.includes(`${cookie.name}=`)) return undefined;
  const token = v.safeParse(tokenSchema, await cookie.parse(header).catch(() => undefined));
  return token.success ? token.output : undefined;
}

/** The Set-Cookie header that keeps a session open in this browser. */
export function staffCookieHeader(request: Request, token: string): Promise<string> {
  return cookieFor(request).serialize(token);
}

/** The Set-Cookie header that takes it away. */
export function noStaffCookieHeader(request: Request): Promise<string> {
  return cookieFor(request).serialize("", { maxAge: 0 });
}
