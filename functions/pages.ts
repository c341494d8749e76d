import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { isManifestFlood, withoutForwardedHost } from "~/platform/edge/framework-guard";
import { type RouteFamily, routeFamilies } from "~/platform/edge/route-families";

const only = <T>(all: Record<string, T>, has: (id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => has(id)));

/**
 * Creates the request handler of a build. Remix sorts all routes for every lookup, several times per page;
 * a
 * handler per family of routes makes that much cheaper.
 */
export function createPages(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, build.mode);
  const familyAt = routeFamilies(build.routes);
  const handlers = new Map<string, RequestHandler>();

  function handlerOf({ name, has }: RouteFamily): RequestHandler {
    const cachedHandler = handlers.get(name);
    if (cachedHandler) return cachedHandler;
    const assets = { ...build.assets, routes: only(build.assets.routes, has) };
    const family = { ...build, routes: only(build.routes, has), assets };
    const handler = createRequestHandler(family, build.mode);
    handlers.set(name, handler);
    return handler;
  }

  return async (request, context) => {
    const url = new URL(request.url);
    if (isManifestFlood(url)) return new Response(null, { status: 400 });
    const family = familyAt(url.pathname);
    return (family ? handlerOf(family) : whole)(withoutForwardedHost(request), context);
  };
}
