/** A choice stored until the browser is closed. Never a secret: scripts can read it. */
export interface SessionChoice {
  name: string;
  value: string;
}

export const NOTICE_SEEN: SessionChoice = { name: "beta-notice", value: "seen" };

/** Set while a developer keeps validation on. */
export const DEV_VALIDATION_ON: SessionChoice = { name: "dev-validation", value: "on" };

/** Minutes that the browser's clock is ahead of UTC; absent if it is not. */
export const UTC_OFFSET_COOKIE = "minutes-ahead";

function splitCookies(request: Request): string[] {
  return request.headers.get("Cookie")?.split(";") ?? [];
}

export function utcOffsetMinutes(request: Request): number {
  const [, digits] =
    splitCookies(request)
      .map((cookie) => /^\s*minutes-ahead=(\d{1,3})\s*$/.exec(cookie))
      .find(Boolean) ?? [];
  return Number(digits ?? 0);
}

export function hasChosen(request: Request, { name, value }: SessionChoice): boolean {
  return splitCookies(request).some((cookie) => cookie.trim() === `${name}=${value}`);
}

/**
 * The cookie for a choice, as written by a Set-Cookie header or a script.
 * @param url the current URL: over HTTPS the cookie is Secure.
 */
export function chosenCookie({ name, value }: SessionChoice, url: string): string {
  return `${name}=${value}; ${attributes(url)}`;
}

export function unchosenCookie({ name }: SessionChoice, url: string): string {
  return `${name}=; Max-Age=0; ${attributes(url)}`;
}

function attributes(url: string): string {
  return `Path=/; SameSite=Lax${new URL(url).protocol === "https:" ? "; Secure" : ""}`;
}
