import { refusal } from "./refusal";

const FROM_ELSEWHERE =
  "This came from another site, so we did nothing. Open our page and press the button there.";

/**
 * Guards GET requests with side effects, such as an export that is recorded: they must come from
 * this site or from the address bar. A client without Sec-Fetch-Site is no browser, and has no
 * cookies to abuse.
 * @throws Response 403 for a request from another site.
 */
export function requireOwnSite({ headers }: Pick<Request, "headers">): void {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none")
    throw refusal(403, FROM_ELSEWHERE);
}
