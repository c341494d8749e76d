type RoutePaths = Readonly<
  Record<string, { path?: string | undefined; parentId?: string | undefined } | undefined>
>;

/** Routes that are matched together. */
export interface RouteFamily {
  name: string;
  has: (routeId: string) => boolean;
}

const MANIFEST = "/__manifest";

/** The path of a route from the root, with its parameters. */
function fullPath(routes: RoutePaths, id: string): string {
  const parts: string[] = [];
  for (
    let route = routes[id];
    route;
    route = route.parentId === undefined ? undefined : routes[route.parentId]
  )
    if (route.path) parts.unshift(route.path);
  return parts.join("/");
}

/** The first segment of a route's path in lower case; undefined if it is a parameter or empty. */
function firstSegment(path: string): string | undefined {
  const [first = ""] = path.split("/");
  return /^[\w.-]+$/.test(first) ? first.toLowerCase() : undefined;
}

const isNamed = (path: string) => path === "" || /^[\w.-]+(\/[\w.-]+)*$/.test(path);

const requestedPath = (pathname: string) =>
  pathname
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .slice(1);

/** A path with all its parents, from the home page on. */
const ancestorPaths = (path: string) =>
  path === ""
    ? [""]
    : ["", ...path.split("/").map((_, index, all) => all.slice(0, index + 1).join("/"))];

/** The first segment of a requested path; undefined if it needs decoding. */
const requestedSegment = (path: string): string | undefined =>
  path === "" ? "" : /^([\w.-]+)(?=\/|$)/.exec(path)?.[1]?.toLowerCase();

/**
 * Which routes an address can match; undefined if any. Where every parent of a path is a page
 * without parameters, those are all: names win over parameters.
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
    // All unknown first segments share one family.
    const name = knownNames.has(first) ? first : "";
    return { name, has: (id) => names.get(id) === undefined || names.get(id) === name };
  };
}
