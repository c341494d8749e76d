import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type Routes = Pick<ServerBuild, "routes">["routes"];

type RouteObject = Parameters<typeof matchRoutes>[0][number];

/** The routes below one, or those at the root, as the router takes them. */
function childrenOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (route?.parentId !== parentId || !route) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }];
  });
}

/** The address of the page that an address asks for the data of. */
const pageOf = (pathname: string) =>
  pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");

/** The methods that the page at an address takes, or that its data is asked for by. */
export function methodsOfPage({ routes }: Pick<ServerBuild, "routes">, pathname: string): string[] {
  const matches = matchRoutes(childrenOf(routes), pageOf(pathname)) ?? [];
  const last = matches.at(-1)?.pathname;
  const takesPosts = matches.some(
    (match) => match.pathname === last && routes[match.route.id ?? ""]?.module.action,
  );
  return ["GET", "HEAD", ...(takesPosts ? ["POST"] : []), "OPTIONS"];
}

/** What a page is asked by. Whether it takes a post is for itself to say. */
const TAKEN = new Set(["GET", "HEAD", "POST"]);

/**
 * The answer to a method that no page takes: Remix would run a page's action for it, or fail. Who asks for
 * the methods is told them, and 405 tells them too.
 */
export function methodReply(
  { method, url }: Pick<Request, "method" | "url">,
  build: Pick<ServerBuild, "routes">,
): Response | undefined {
  if (TAKEN.has(method)) return undefined;
  const Allow = methodsOfPage(build, new URL(url).pathname).join(", ");
  return new Response(null, { status: method === "OPTIONS" ? 204 : 405, headers: { Allow } });
}
