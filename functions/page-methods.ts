import type { ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";

type Routes = Pick<ServerBuild, "routes">["routes"];

type RouteObject = Parameters<typeof matchRoutes>[0][number];

function childRoutes(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (route?.parentId !== parentId || !route) return [];
    const { id, path, index } = route;
    return [index ? { id, path, index } : { id, path, children: childRoutes(routes, id) }];
  });
}

const pagePath = (pathname: string) =>
  pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "");

/** The methods that a page accepts. */
export function methodsOfPage({ routes }: Pick<ServerBuild, "routes">, pathname: string): string[] {
  const matches = matchRoutes(childRoutes(routes), pagePath(pathname)) ?? [];
  const last = matches.at(-1)?.pathname;
  const acceptsPost = matches.some(
    (match) => match.pathname === last && routes[match.route.id ?? ""]?.module.action,
  );
  return ["GET", "HEAD", ...(acceptsPost ? ["POST"] : []), "OPTIONS"];
}

/** Whether a page takes a POST is decided by its action. */
const ALLOWED_METHODS = new Set(["GET", "HEAD", "POST"]);

/**
 * Refuses methods that no page accepts: Remix would run the page's action or fail. OPTIONS gets the
 * methods.
 */
export function methodReply(
  { method, url }: Pick<Request, "method" | "url">,
  build: Pick<ServerBuild, "routes">,
): Response | undefined {
  if (ALLOWED_METHODS.has(method)) return undefined;
  const Allow = methodsOfPage(build, new URL(url).pathname).join(", ");
  return new Response(null, { status: method === "OPTIONS" ? 204 : 405, headers: { Allow } });
}
