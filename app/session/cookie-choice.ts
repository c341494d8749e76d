/** What somebody has said to being measured. Until they say so, nobody is. */
type CookieChoice = "accepted" | "refused";

/** The cookie that remembers the choice: it is set only when somebody presses one of the buttons. */
export const COOKIE_CHOICE = "cookie-choice";

/** Days after which we ask again. */
export const CHOICE_DAYS = 182;

const SECONDS = CHOICE_DAYS * 86_400;

/** One of the two words, from wherever it comes; undefined for anything else. */
export function cookieChoice(word: unknown): CookieChoice | undefined {
  return word === "accepted" || word === "refused" ? word : undefined;
}

/** What this browser's owner has said; undefined until they have, or where the cookie is of no shape of ours. */
export function cookieChoiceOf({ headers }: Pick<Request, "headers">): CookieChoice | undefined {
  const cookies = headers.get("Cookie")?.split(";") ?? [];
  const [, word] =
    cookies
      .map((cookie) => /^\s*cookie-choice=(accepted|refused)\s*$/.exec(cookie))
      .find(Boolean) ?? [];
  return cookieChoice(word);
}

/**
 * Whether how fast pages and uploads are for this visitor may be measured and kept: only after they said yes. See
 * docs/decisions/0081. Whoever sends figures to the server asks it, and whoever takes them in, too.
 */
export function mayMeasure(request: Pick<Request, "headers">): boolean {
  return cookieChoiceOf(request) === "accepted";
}

/**
 * The Set-Cookie header that remembers a choice. Scripts cannot read it: pages are told by the server.
 * @param url the address it is set from: over HTTPS it never travels in the clear.
 */
export function cookieChoiceHeader(choice: CookieChoice, url: string): string {
  const secure = new URL(url).protocol === "https:" ? "; Secure" : "";
  return `${COOKIE_CHOICE}=${choice}; Path=/; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}
