/** Where Remix tells which of its routes lie at given addresses. */
const MANIFEST = "/__manifest";

/** More paths, with all that they begin with, than the links of any page of ours have. */
const MAX_PATHS = 150;

/**
 * Whether a request for routes asks for so many that only somebody asks who wants us to be busy: Remix puts
 * all routes in order anew for each path, and for each beginning of it, which took seconds for one request.
 * A page whose request is refused asks again for the one path that is pressed.
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
 * The request without what proxies say of the host, which anybody can say: Remix compares a post's origin
 * with it, and fails. Where a post comes from has been checked before.
 */
export function withoutForwardedHost(request: Request): Request {
  if (!request.headers.has("X-Forwarded-Host")) return request;
  const headers = new Headers(request.headers);
  headers.delete("X-Forwarded-Host");
  return new Request(request, { headers });
}
