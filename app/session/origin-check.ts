const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change state: it must come from a page of this site. Browsers say so in
 * Origin or Sec-Fetch-Site; a client that sends neither is no browser, carries no ambient cookies
 * and cannot be made to forge anything.
 */
export function isFromOwnOrigin(request: Request): boolean {
  if (SAFE.has(request.method)) return true;
  const origin = request.headers.get("Origin");
  if (origin !== null) return hostOf(origin) === new URL(request.url).host;
  const site = request.headers.get("Sec-Fetch-Site");
  return site === null || site === "same-origin" || site === "none";
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
