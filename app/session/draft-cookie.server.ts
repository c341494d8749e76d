import { createCookie } from "@remix-run/cloudflare";
import * as v from "valibot";
import { DRAFT_DAYS } from "~/submission/draft-days";

const keySchema = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

const options = {
  httpOnly: true,
  sameSite: "lax",
  path: "/",
  maxAge: DRAFT_DAYS * 86_400,
} as const;
// Two names, so that a cookie set over HTTPS can never be replaced from plain HTTP.
const secureCookie = createCookie("__Host-draft", { ...options, secure: true });
const localCookie = createCookie("draft", options);

function cookieFor(request: Request) {
  return new URL(request.url).protocol === "https:" ? secureCookie : localCookie;
}

/** A text as a draft key, if it has the form of one. */
export function asDraftKey(text: unknown): string | undefined {
  const key = v.safeParse(keySchema, text);
  return key.success ? key.output : undefined;
}

/** The draft key of a visitor: absent, unreadable, or 43 characters that may unlock a draft. */
export async function readDraftKey(request: Request): Promise<string | "malformed" | undefined> {
  const header = request.headers.get("Cookie");
  const cookie = cookieFor(request);
  if (!header?.includes(`${cookie.name}=`)) return undefined;
  try {
    return asDraftKey(await cookie.parse(header)) ?? "malformed";
  } catch {
    return "malformed";
  }
}

/** The Set-Cookie header that keeps a draft open in this browser for 14 days. */
export function draftCookieHeader(request: Request, key: string): Promise<string> {
  return cookieFor(request).serialize(key);
}
