import { refusal } from "./refusal";

const FROM_ELSEWHERE =
  "This was opened from another site, so we did nothing. Open the page it belongs to and press it there.";

/**
 * Guards what does something although it is only read, such as an export that is written down: it must be
 * asked for from a page of this site, or by its address. Who sends no Sec-Fetch-Site is no browser, and
 * has no cookies that others could use.
 * @throws Response 403 for what another site has asked for.
 */
export function requireOwnSite({ headers }: Pick<Request, "headers">): void {
  const site = headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none")
    throw refusal(403, FROM_ELSEWHERE);
}
