/** A choice that is remembered until the browser is closed. Never a secret: scripts may read it. */
export interface SessionChoice {
  name: string;
  value: string;
}

/** Set once the Beta Portal Notice was dismissed. */
export const NOTICE_SEEN: SessionChoice = { name: "beta-notice", value: "seen" };

/** Set while a developer wants the rules of the steps kept, as artists meet them. */
export const DEV_VALIDATION_ON: SessionChoice = { name: "dev-validation", value: "on" };

/** How many minutes the browser's clock is ahead of UTC; absent where it is not, or unknown. */
export const UTC_OFFSET_COOKIE = "minutes-ahead";

function cookiesOf(request: Request): string[] {
  return request.headers.get("Cookie")?.split(";") ?? [];
}

/** What the browser said of its clock; 0 without script. */
export function utcOffsetMinutes(request: Request): number {
  const [, digits] =
    cookiesOf(request)
      .map((cookie) => /^\s*minutes-ahead=(\d{1,3})\s*$/.exec(cookie))
      .find(Boolean) ?? [];
  return Number(digits ?? 0);
}

/** Whether this browser made the choice. Cookies of any other shape are passed over. */
export function hasChosen(request: Request, { name, value }: SessionChoice): boolean {
  return cookiesOf(request).some((cookie) => cookie.trim() === `${name}=${value}`);
}

/**
 * The cookie that remembers a choice until the browser is closed, as a Set-Cookie header and a
 * page's script write it.
 * @param url the address it is set from: over HTTPS it never travels in the clear.
 */
export function chosenCookie({ name, value }: SessionChoice, url: string): string {
  return `${name}=${value}; ${attributes(url)}`;
}

/** The cookie that takes a choice back. */
export function unchosenCookie({ name }: SessionChoice, url: string): string {
  return `${name}=; Max-Age=0; ${attributes(url)}`;
}

function attributes(url: string): string {
  return `Path=/; SameSite=Lax${new URL(url).protocol === "https:" ? "; Secure" : ""}`;
}
