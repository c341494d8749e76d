/** The answer to the question whether we may measure. */
type CookieChoice = "accepted" | "refused";

/** Set only when a button is pressed. */
export const COOKIE_CHOICE = "cookie-choice";

export const CHOICE_DAYS = 182;

const MAX_AGE_SECONDS = CHOICE_DAYS * 86_400;

export function cookieChoice(text: unknown): CookieChoice | undefined {
  return text === "accepted" || text === "refused" ? text : undefined;
}

/** The stored choice; undefined if there is none or it is malformed. */
export function cookieChoiceOf({ headers }: Pick<Request, "headers">): CookieChoice | undefined {
  const cookies = headers.get("Cookie")?.split(";") ?? [];
  const [, value] =
    cookies
      .map((cookie) => /^\s*cookie-choice=(accepted|refused)\s*$/.exec(cookie))
      .find(Boolean) ?? [];
  return cookieChoice(value);
}

/**
 * Whether speed may be measured for this visitor: only with consent. Checked by pages and by the
 * API that stores the figures. See docs/decisions/0081.
 */
export function canMeasure(request: Pick<Request, "headers">): boolean {
  return cookieChoiceOf(request) === "accepted";
}

/**
 * The Set-Cookie header for a choice.
 * @param url the current URL: over HTTPS the cookie is Secure.
 */
export function cookieChoiceHeader(choice: CookieChoice, url: string): string {
  const secure = new URL(url).protocol === "https:" ? "; Secure" : "";
  return `${COOKIE_CHOICE}=${choice}; Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
