import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { isManifestFlood, withoutForwardedHost } from "~/platform/edge/framework-guard";
import { type RouteFamily, routeFamilies } from "~/platform/edge/route-families";

const pickById = <T>(byId: Record<string, T>, hasId: (id: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(byId).filter(([id]) => hasId(id)));

/**
 * Creates the request handler of a build. Remix sorts all routes for every lookup, several times per
 * page; a handler per family of routes makes that much cheaper.
 */
export function createPages(build: ServerBuild): RequestHandler {
  const fullHandler = createRequestHandler(build, build.mode);
  const familyAt = routeFamilies(build.routes);
  const handlers = new Map<string, RequestHandler>();

  function getHandler({ name, has: hasId }: RouteFamily): RequestHandler {
    const cachedHandler = handlers.get(name);
    if (cachedHandler) return cachedHandler;
    const assets = { ...build.assets, routes: pickById(build.assets.routes, hasId) };
    const family = { ...build, routes: pickById(build.routes, hasId), assets };
    const handler = createRequestHandler(family, build.mode);
    handlers.set(name, handler);
    return handler;
  }

  return async (request, context) => {
    const url = new URL(request.url);
    if (isManifestFlood(url)) return new Response(null, { status: 400 });
    const family = familyAt(url.pathname);
    return (family ? getHandler(family) : fullHandler)(withoutForwardedHost(request), context);
  };
}
