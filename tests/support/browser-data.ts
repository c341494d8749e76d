import bcd, {
  type CompatStatement,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data/forLegacyNode";
import { OLDEST_BROWSERS } from "../../workers/commands/browser-floor";

/** A browser's version as a number that grows with it; what was never added is beyond all. */
function versionNumber(version: SimpleSupportStatement["version_added"]): number {
  if (version === "preview" || version === false) return Number.POSITIVE_INFINITY;
  const [major = "0", minor = "0"] = version.replace("≤", "").split(".");
  return Number(major) * 1_000 + Number(minor);
}

const browsers = Object.keys(OLDEST_BROWSERS) as (keyof typeof OLDEST_BROWSERS)[];

/** Whether something that is there in part counts as there. */
interface Strictness {
  partly?: boolean;
}

/** Since when a browser has something, under its own name and without a switch. */
function versionAdded(
  compat: CompatStatement,
  browser: keyof typeof OLDEST_BROWSERS,
  { partly = false }: Strictness = {},
): number {
  const support = compat.support[browser];
  const statements = support === undefined ? [] : [support].flat();
  const complete = statements.filter(
    (statement) =>
      !(statement.flags || statement.prefix || statement.alternative_name) &&
      (partly || !(statement.partial_implementation || statement.version_removed)),
  );
  // What MDN knows nothing about is held against nobody.
  if (statements.length === 0) return 0;
  return Math.min(
    ...complete.map((statement) => versionNumber(statement.version_added)),
    Number.POSITIVE_INFINITY,
  );
}

/** The oldest browsers that have something whole, as numbers that can be compared. */
export const firstVersions = (compat: CompatStatement) =>
  Object.fromEntries(browsers.map((browser) => [browser, versionAdded(compat, browser)]));

/** The browsers of ours in which something is missing, with since when it is there; none where all have it. */
export function unsupportedBrowsers(compat: CompatStatement, strictness?: Strictness): string[] {
  return browsers.flatMap((browser) => {
    const since = versionAdded(compat, browser, strictness);
    return since > versionNumber(OLDEST_BROWSERS[browser]) ? [`${browser} ${since / 1_000}`] : [];
  });
}

type Node = { readonly [name: string]: unknown };
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

function isCompat(value: unknown): value is CompatStatement {
  return isNode(value) && isNode(value.support);
}

/** What MDN's data have by a path such as `api.Blob.stream`. */
export function findCompat(path: string): CompatStatement | undefined {
  let node: unknown = bcd;
  for (const name of path.split(".")) node = isNode(node) ? node[name] : undefined;
  const compat = isNode(node) ? node.__compat : undefined;
  return isCompat(compat) ? compat : undefined;
}

/** Everything right below a path that the data tell of, by its name. */
export function listMembers(path: string): [name: string, compat: CompatStatement][] {
  let node: unknown = bcd;
  for (const name of path.split(".")) node = isNode(node) ? node[name] : undefined;
  return isNode(node)
    ? Object.entries(node).flatMap(([name, child]): [string, CompatStatement][] => {
        const compat = isNode(child) && name !== "__compat" ? child.__compat : undefined;
        return isCompat(compat) ? [[name, compat]] : [];
      })
    : [];
}

/** The names right below a path, such as the interfaces of `api`. */
export function listNames(path: string): string[] {
  let node: unknown = bcd;
  for (const name of path.split(".")) node = isNode(node) ? node[name] : undefined;
  return isNode(node) ? Object.keys(node).filter((name) => name !== "__compat") : [];
}
