import { allCalls } from "../hostile/calls";
import { type Row, table, type VisitorKind, visitors } from "../specification/who-gets-what";
import { Visitor } from "./visitor";
import type { Visitors } from "./visitors";

/** A page as a visitor received it. */
export interface FetchedPage {
  /** Call, visitor and status: "GET /faq as nobody: 200". */
  name: string;
  /** The route's path. */
  route: string;
  /** The requested path. */
  path: string;
  /** The visitor's cookies afterwards. */
  cookie: string;
  /** The content security policy. */
  policy: string;
  html: string;
}

/** Visitors for whom public pages differ. */
const PUBLIC_PAGE_VISITORS: readonly VisitorKind[] = ["nobody", "artist", "member", "staff"];

/** One visitor for each different outcome; for a shown page all visitors that may see another version. */
function distinctVisitors(row: Row): VisitorKind[] {
  const first = new Map<string, VisitorKind>();
  for (const kind of visitors) if (!first.has(row[kind])) first.set(row[kind], kind);
  const eyesShown =
    row.nobody === "200" ? PUBLIC_PAGE_VISITORS.filter((kind) => row[kind] === "200") : [];
  const eyesAnswered = [...first]
    .filter(([outcome]) => /^(?:200|4)/.test(outcome))
    .map(([, kind]) => kind);
  return [...new Set([...eyesAnswered, ...eyesShown])];
}

/** Merges the cookies of a reply into those of a browser. */
function mergeCookies(cookies: string, set: readonly string[]): string {
  const had = cookies.split("; ").filter(Boolean);
  const now = set.map((setCookie) => setCookie.split(";")[0] ?? "");
  const cookieName = (cookie: string) => cookie.split("=")[0];
  const names = new Set(now.map(cookieName));
  return [...now, ...had.filter((cookie) => !names.has(cookieName(cookie)))].join("; ");
}

/** Fetches a page of the site; undefined for a reply that is no page. */
export async function fetchPage(
  page: Pick<FetchedPage, "name" | "route" | "path" | "cookie">,
  init: RequestInit = {},
): Promise<FetchedPage | undefined> {
  const headers = { ...init.headers, Cookie: page.cookie };
  const reply = await new Visitor().send(page.path, { ...init, headers });
  const body = await reply.text();
  if (!reply.headers.get("Content-Type")?.startsWith("text/html")) return undefined;
  const policy = reply.headers.get("Content-Security-Policy") ?? "";
  const cookie = mergeCookies(page.cookie, reply.headers.getSetCookie());
  return { ...page, name: `${page.name}: ${reply.status}`, cookie, policy, html: body };
}

/**
 * Fetches every page in the table of who gets what, for each visitor that gets another version, and the
 * replies to forms without their fields. It changes no state.
 */
export async function fetchEveryPage({ cookies, address }: Visitors): Promise<FetchedPage[]> {
  const pages: FetchedPage[] = [];
  const calls = allCalls().filter(
    ({ path, method }) =>
      !/^\/(?:api|files)\/|\.data$/.test(path) && (method === "GET" || method === "POST"),
  );
  for (const { method, path: route } of calls) {
    const row = table[`${method} ${route}`];
    if (!row) throw new Error(`The table lacks ${method} ${route}.`);
    for (const kind of distinctVisitors(row)) {
      // An accepted form would change what other visitors get.
      if (method === "POST" && !row[kind].startsWith("4")) continue;
      const path = address(route) + (method === "POST" && route === "/submit" ? "?index" : "");
      const init = method === "POST" ? { method, body: new URLSearchParams() } : {};
      const fetchOptions = {
        name: `${method} ${route} as ${kind}`,
        route,
        path,
        cookie: cookies[kind],
      };
      const page = await fetchPage(fetchOptions, init);
      if (page) pages.push(page);
    }
  }
  return pages;
}
