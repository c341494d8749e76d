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

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * The header by which a request that would change state comes from no page of this site; undefined
 * if it may. Browsers say so in Origin and Sec-Fetch-Site; a client that sends neither is no browser
 * and has no cookies to abuse.
 * @param publicUrl the public address, if a proxy ends TLS.
 */
export function foreignOrigin(request: Request, publicUrl?: string) {
  if (SAFE.has(request.method)) return undefined;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return "Sec-Fetch-Site";
  const origin = request.headers.get("Origin");
  if (origin === null) return undefined;
  const isOwn = [request.url, publicUrl].some((url) => url && isSameOrigin(url, origin));
  return isOwn ? undefined : "Origin";
}

function isSameOrigin(siteUrl: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === new URL(siteUrl).origin;
}
