/** What of a build's routes says which addresses are theirs. */
type RoutePaths = Readonly<
  Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>
>;

/** Routes that are looked for together: by what they are called, and which they are. */
export interface RouteFamily {
  name: string;
  has: (routeId: string) => boolean;
}

/** Where Remix answers for all routes at once: which of them lie at given addresses. */
const MANIFEST = "/__manifest";

/** The path of a route from the site's root, with the names of what stands for any text. */
function fullPath(routes: RoutePaths, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId === undefined ? undefined : routes[route.parentId])
    if (route.path) parts.unshift(route.path);
  return parts.join("/");
}

/**
 * The name that every address of a route begins with, in lower case, as addresses are matched in any
 * case; undefined where it may be any, or there is none.
 */
function firstSegment(path: string): string | undefined {
  const [first = ""] = path.split("/");
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}

/** Whether a path is made of names alone, none of which stands for any text. */
const isNamed = (path: string) => path === "" || /^[\w.-]+(\/[\w.-]+)*$/.test(path);

/** The path that an address asks for, its data or its page. */
const requestedPath = (pathname: string) =>
  pathname
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .slice(1);

/** A path and all that it begins with, from the home page on. */
const ancestorPaths = (path: string) =>
  path === "" ? [""] : ["", ...path.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"))];

/** The first name in a path, as Remix reads it; undefined where that takes more than to look. */
const requestedSegment = (path: string): string | undefined =>
  path === "" ? "" : /^([\w.-]+)(?=\/|$)/.exec(path)?.[1]?.toLowerCase();

/**
 * Tells which of a build's routes an address can mean; undefined where it may be any of them. Where each
 * beginning of an address is itself the path of a page by name, as of most, those are all: a name goes
 * before what stands for any text.
 */
export function routeFamilies(routes: RoutePaths): (pathname: string) => RouteFamily | undefined {
  const paths = new Map(Object.keys(routes).map((id) => [id, fullPath(routes, id)]));
  const names = new Map([...paths].map(([id, path]) => [id, firstSegment(path)]));
  const knownNames = new Set(names.values());
  const namedPaths = new Set([...paths.values()].filter(isNamed));

  return (pathname) => {
    const path = requestedPath(pathname);
    const ancestors = new Set(ancestorPaths(path));
    if ([...ancestors].every((ancestor) => namedPaths.has(ancestor)))
      return { name: `/${path}`, has: (id) => ancestors.has(paths.get(id) ?? "*") };
    const first = pathname === MANIFEST ? undefined : requestedSegment(path);
    if (first === undefined) return undefined;
    // Whatever begins with no name of ours has one family in common.
    const name = knownNames.has(first) ? first : "";
    return { name, has: (id) => names.get(id) === undefined || names.get(id) === name };
  };
}
