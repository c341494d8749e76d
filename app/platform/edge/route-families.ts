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
function wholePath(routes: RoutePaths, id: string): string {
  const parts: string[] = [];
  for (let at = routes[id]; at; at = at.parentId === undefined ? undefined : routes[at.parentId])
    if (at.path) parts.unshift(at.path);
  return parts.join("/");
}

/**
 * The name that every address of a route begins with, in lower case, as addresses are matched in any
 * case; undefined where it may be any, or there is none.
 */
function firstName(path: string): string | undefined {
  const [first = ""] = path.split("/");
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

/** The first name in a path, as Remix reads it; undefined where that takes more than to look. */
const firstAsked = (path: string): string | undefined =>
  path === "" ? "" : /^([\w.-]+)(?=\/|$)/.exec(path)?.[1]?.toLowerCase();

/**
 * Tells which of a build's routes an address can mean; undefined where it may be any of them. Where each
 * beginning of an address is itself the path of a page by name, as of most, those are all: a name goes
 * before what stands for any text.
 */
export function routeFamilies(routes: RoutePaths): (pathname: string) => RouteFamily | undefined {
  const paths = new Map(Object.keys(routes).map((id) => [id, wholePath(routes, id)]));
  const names = new Map([...paths].map(([id, path]) => [id, firstName(path)]));
  const knownNames = new Set(names.values());
  const byName = new Set([...paths.values()].filter(isNamed));

  return (pathname) => {
    const path = pathAsked(pathname);
    const beginnings = new Set(beginningsOf(path));
    if ([...beginnings].every((one) => byName.has(one)))
      return { name: `/${path}`, has: (id) => beginnings.has(paths.get(id) ?? "*") };
    const first = pathname === MANIFEST ? undefined : firstAsked(path);
    if (first === undefined) return undefined;
    // Whatever begins with no name of ours has one family in common.
    const name = knownNames.has(first) ? first : "";
    return { name, has: (id) => names.get(id) === undefined || names.get(id) === name };
  };
}
