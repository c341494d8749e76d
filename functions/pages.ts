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

/** Whether a path is made of names alone, none of which stands for any text. */
const isNamed = (path: string) => path === "" || /^[\w.-]+(\/[\w.-]+)*$/.test(path);

/** The path that an address asks for, its data or its page. */
const pathAsked = (pathname: string) =>
  pathname
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .slice(1);

/** A path and all that it begins with, from the home page on. */
const beginningsOf = (path: string) =>
  path === "" ? [""] : ["", ...path.split("/").map((_, at, all) => all.slice(0, at + 1).join("/"))];

/** The first name in an address, as Remix reads it; undefined where that takes more than to look. */
function firstAsked(pathname: string): string | undefined {
  const path = pathAsked(pathname);
  return path === "" ? "" : /^([\w.-]+)(?=\/|$)/.exec(path)?.[1]?.toLowerCase();
}

const only = <T>(all: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([id]) => ids.has(id)));

/**
 * Answers for the pages of a build. Remix's router puts all routes in order anew whenever it looks for one,
 * several times for each page: with only those that an address can mean, that costs a fraction of it.
 * Where each beginning of an address is itself the path of a page by name, as of most, those are all: a
 * name goes before what stands for any text.
 */
export function createPages(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, build.mode);
  const ids = Object.keys(build.routes);
  const names = new Map(ids.map((id) => [id, firstName(build.routes, id)]));
  const paths = new Map(ids.map((id) => [id, wholePath(build.routes, id)]));
  const known = new Set(names.values());
  const byName = new Set([...paths.values()].filter(isNamed));
  const families = new Map<string, RequestHandler>();

  function familyOf(name: string, belongs: (id: string) => boolean): RequestHandler {
    const made = families.get(name);
    if (made) return made;
    const own = new Set(ids.filter(belongs));
    const routes = only(build.routes, own);
    const assets = { ...build.assets, routes: only(build.assets.routes, own) };
    const family = createRequestHandler({ ...build, routes, assets }, build.mode);
    families.set(name, family);
    return family;
  }

  function answering(pathname: string): RequestHandler {
    const path = pathAsked(pathname);
    const beginnings = new Set(beginningsOf(path));
    if ([...beginnings].every((one) => byName.has(one)))
      return familyOf(`/${path}`, (id) => beginnings.has(paths.get(id) ?? "*"));
    const first = pathname === MANIFEST ? undefined : firstAsked(pathname);
    if (first === undefined) return whole;
    // Whatever begins with no name of ours has one family in common.
    const name = known.has(first) ? first : "";
    return familyOf(name, (id) => names.get(id) === undefined || names.get(id) === name);
  }

  return (request, context) => answering(new URL(request.url).pathname)(request, context);
}
