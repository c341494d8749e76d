const MANIFEST = "/__manifest";

/** More paths, with their parents, than the links of any page. */
const MAX_PATHS = 150;

/**
 * Whether a route discovery has too many paths: Remix sorts all routes for each path and each of
 * its parents, which took seconds for one request. A refused page asks again for the one path that
 * is followed.
 */
export function isManifestFlood({ pathname, searchParams }: URL): boolean {
  if (pathname !== MANIFEST) return false;
  const paths = new Set<string>();
  for (const path of searchParams.getAll("p")) {
    let beginning = "";
    for (const segment of path.replace(/^\//, "").split("/")) {
      beginning += `/${segment}`;
      paths.add(beginning);
      if (paths.size > MAX_PATHS) return true;
    }
  }
  return false;
}

/**
 * Removes X-Forwarded-Host, which anybody can set: Remix compares it with a post's origin and
 * fails. The origin was checked before.
 */
export function withoutForwardedHost(request: Request): Request {
  if (!request.headers.has("X-Forwarded-Host")) return request;
  const headers = new Headers(request.headers);
  headers.delete("X-Forwarded-Host");
  return new Request(request, { headers });
}
