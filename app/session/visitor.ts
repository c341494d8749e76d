/** Who to count a visitor as for rate limits: the address the edge saw, or one for all locally. */
export function visitorKey(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "local";
}
