import { isShell } from "~/platform/formats/shell";

const LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Whether an address names this machine, as whoever works on it does. The sandbox answers to others
 * for the third parties that it stands in for, and to the site by a name of its own: none of these
 * is for requests from outside.
 */
export function isOfThisMachine(url: string): boolean {
  return LOCAL_HOSTS.includes(new URL(url).hostname);
}

/**
 * The request without anything that tells whose it is, where a page is asked for as nobody sees it:
 * no draft, no sign-in and no choice of a visitor gets into what a browser keeps.
 */
export function anonymousRequest(request: Request): Request {
  if (!isShell(request)) return request;
  const headers = new Headers(request.headers);
  for (const name of ["Cookie", "Authorization"]) headers.delete(name);
  return new Request(request, { headers });
}

/** Where the wizard begins, and what stands there while submissions are closed. */
const FIRST_PAGES = ["/submit/artist", "/submit/waiting-list"];

/**
 * The request for the first page, where the entry of the wizard has nothing to say but to go there:
 * it is answered at once, since the way there and back again costs a first visit more than half a
 * second on a slow line. The page tells its own address by its canonical link.
 * @param reply what the entry answered.
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

/** Where no page is: what cannot be an address of ours is shown the page of one that is not there. */
const NOT_FOUND_PATH = "/not-found";

/** Stands for a part of an address that is none: nothing of ours is called so. */
const PLACEHOLDER = "-";

/** A part of a path, or what stands for it: what is no text, or would make another address of it. */
function sanitizePart(part: string): string {
  try {
    if (!/[\\\p{Cc}]/u.test(decodeURIComponent(part))) return part;
  } catch {
    // No text at all.
  }
  return part.endsWith(".data") ? `${PLACEHOLDER}.data` : PLACEHOLDER;
}

/**
 * The path as the pages take it. An id that cannot be one leads where every unknown id does, to the page
 * that says so; only what leaves this site however it is read leads nowhere.
 */
function pagePath(pathname: string): string {
  const path = pathname.split("/").map(sanitizePart).join("/");
  return decodeURIComponent(path).startsWith("//") ? NOT_FOUND_PATH : path;
}

/**
 * The request as the pages take it. A backslash in a path makes links to another host of it, which
 * no page can be drawn with; `_data` asks for data in a way that has been given up; what is only to
 * be read has no body, whatever is sent along; and a page's data is read by GET alone, since Remix
 * takes every other method of it for a post.
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
  if (path === NOT_FOUND_PATH) return new Request(new URL(NOT_FOUND_PATH, url), { method, headers, signal });
  url.pathname = path;
  return new Request(url, { method, headers, signal });
}
