const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a request may change state: it must come from a page of this site. Browsers say so in
 * Origin and Sec-Fetch-Site, and whatever they say must agree; a client that sends neither is no
 * browser, carries no ambient cookies and cannot be made to forge anything.
 * @param publicUrl the address that artists see, where something in front of this site ends TLS.
 */
export function isFromOwnOrigin(request: Request, publicUrl?: string): boolean {
  if (SAFE.has(request.method)) return true;
  const site = request.headers.get("Sec-Fetch-Site");
  if (site !== null && site !== "same-origin" && site !== "none") return false;
  const origin = request.headers.get("Origin");
  if (origin === null) return true;
  return [request.url, publicUrl].some((own) => own && isSame(own, origin));
}

/** Whether two addresses have scheme, host and port in common; what has none of them is like nothing. */
function isSame(own: string, origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === new URL(own).origin;
}
