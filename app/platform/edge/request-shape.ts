import { isShell } from "../formats/shell";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether an address names this machine. The sandbox accepts other hosts for the services it stands
 * in for; those are not for requests from outside.
 */
export function isOfThisMachine(url: string): boolean {
  return LOCAL_HOSTS.includes(new URL(url).hostname);
}

/** Removes everything personal from the request for a shell page, which browsers cache. */
export function anonymousRequest(request: Request): Request {
  if (!isShell(request)) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Cookie", "Authorization"]) headers.delete(name);
  return new Request(request, { headers });
}

/** The first page of the wizard, and its replacement while submissions are closed. */
const FIRST_PAGES = ["/submit/artist", "/submit/waiting-list"];

/**
 * The request for the first page, where the wizard's entry redirects there. Answering it at once
 * saves a first visit half a second on a slow connection; the page has a canonical link.
 * @param reply of the entry.
 */
export function firstStepRequest(request: Request, reply: Response): Request | undefined {
  const url = new URL(request.url);
  const { method, headers, signal } = request;
  const isRead = method === "GET" || method === "HEAD";
  if (!isRead || !/^\/submit\/?$/.test(url.pathname)) return undefined;
  const firstPage = FIRST_PAGES.find((path) => path === reply.headers.get("Location"));
  if (reply.status !== 302 || !firstPage) return undefined;
  url.pathname = firstPage;
  return new Request(url, { method, headers, signal });
}

const NOT_FOUND_PATH = "/not-found";

/** Replaces invalid path segments; no page has this name. */
const PLACEHOLDER = "-";

/** A path segment, replaced if it is invalid or contains a backslash or control character. */
function sanitizePart(part: string): string {
  try {
    if (!/[\\\p{Cc}]/u.test(decodeURIComponent(part))) return part;
  } catch {
    // Invalid percent-encoding.
  }
  return part.endsWith(".data") ? `${PLACEHOLDER}.data` : PLACEHOLDER;
}

/**
 * The path as pages get it: an invalid id leads to the page for unknown ids, and a path that reads
 * as another site to 'not found'.
 */
function pagePath(pathname: string): string {
  const path = pathname.split("/").map(sanitizePart).join("/");
  return decodeURIComponent(path).startsWith("//") ? NOT_FOUND_PATH : path;
}

/**
 * The request as pages get it. Backslashes in a path would make links to other hosts; `_data` is
 * Remix's old way to request data; reads must have no body; and data is read by GET only, as Remix
 * treats any other method as a post.
 */
export function pageRequest(request: Request): Request {
  const url = new URL(request.url);
  const path = url.searchParams.has("_data") ? NOT_FOUND_PATH : pagePath(url.pathname);
  const isUnchanged = path === url.pathname;
  const { headers, signal, body } = request;
  const asksForHead = request.method === "HEAD" && url.pathname.endsWith(".data");
  const method = asksForHead ? "GET" : request.method;
  const readsWithBody = body !== null && (method === "GET" || method === "HEAD");
  if (isUnchanged && !readsWithBody && !asksForHead) return request;
  if (path === NOT_FOUND_PATH)
    return new Request(new URL(NOT_FOUND_PATH, url), { method, headers, signal });
  url.pathname = path;
  return new Request(url, { method, headers, signal });
}
