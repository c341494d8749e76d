import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/cloudflare";

type Routes = ServerBuild["routes"];

/** Where Remix answers for all routes at once: which of them lie at given addresses. */
const MANIFEST = "/__manifest";

/** The path of a route from the site's root, with the names of what stands for any text. */
function wholePath(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
    if (at.path) parts.unshift(at.path);
  return parts.join("/");
}

/**
 * The name that every address of a route begins with, in lower case, as addresses are matched in any
 * case; undefined where it may be any, or there is none.
 */
function firstName(routes: Routes, id: string): string | undefined {
  const [first = ""] = wholePath(routes, id).split("/");
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}

/** The first name in an address, as Remix reads it; undefined where that takes more than to look. */
function firstAsked(pathname: string): string | undefined {
  const path = pathname.replace(/\.data$/, "").replace(/^\/_root$/, "/");
  return path === "/" ? "" : /^\/([\w.-]+)(?=\/|$)/.exec(path)?.[1]?.toLowerCase();
}

const only = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

/**
 * Answers for the pages of a build. Remix's router puts all routes in order anew whenever it looks for one,
 * several times for each page: with only those that an address can mean, that costs a fraction of it.
 */
export function createPages(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, build.mode);
  const names = new Map(Object.keys(build.routes).map((id) => [id, firstName(build.routes, id)]));
  const known = new Set(names.values());
  const families = new Map<string, RequestHandler>();

  function familyOf(first: string): RequestHandler {
    // Whatever begins with no name of ours has one family in common.
    const name = known.has(first) ? first : "";
    const made = families.get(name);
    if (made) return made;
    const own = [...names].filter(([, its]) => its === undefined || its === name);
    const ids = new Set(own.map(([id]) => id));
    const routes = only(build.routes, ids);
    const assets = { ...build.assets, routes: only(build.assets.routes, ids) };
    const family = createRequestHandler({ ...build, routes, assets }, build.mode);
    families.set(name, family);
    return family;
  }

  return (request, context) => {
    const { pathname } = new URL(request.url);
    const first = pathname === MANIFEST ? undefined : firstAsked(pathname);
    return (first === undefined ? whole : familyOf(first))(request, context);
  };
}
