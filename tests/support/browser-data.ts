import bcd, {
  type CompatStatement,
  type SimpleSupportStatement,
} from "@mdn/browser-compat-data/forLegacyNode";
import { OLDEST_BROWSERS } from "../../app/platform/browsers/oldest-browsers";

/** A browser's version as a comparable number; infinite for what was never added. */
function versionNumber(version: SimpleSupportStatement["version_added"]): number {
  if (version === "preview" || version === false) return Number.POSITIVE_INFINITY;
  const [major = "0", minor = "0"] = version.replace("≤", "").split(".");
  return Number(major) * 1_000 + Number(minor);
}

const browsers = Object.keys(OLDEST_BROWSERS) as (keyof typeof OLDEST_BROWSERS)[];

/** Whether partial support counts as support. */
interface Strictness {
  partly?: boolean;
}

/** The version since which a browser supports something, without prefix or flag. */
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
  // Without data from MDN the browser counts as supported.
  if (statements.length === 0) return 0;
  return Math.min(
    ...complete.map((statement) => versionNumber(statement.version_added)),
    Number.POSITIVE_INFINITY,
  );
}

/** The first versions of browsers that fully support something, as comparable numbers. */
export const firstVersions = (compat: CompatStatement) =>
  Object.fromEntries(browsers.map((browser) => [browser, versionAdded(compat, browser)]));

/** Our oldest browsers that lack something, with the version that adds it. */
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

/** MDN's compatibility statement for a path such as `api.Blob.stream`. */
export function findCompat(path: string): CompatStatement | undefined {
  let node: unknown = bcd;
  for (const name of path.split(".")) node = isNode(node) ? node[name] : undefined;
  const compat = isNode(node) ? node.__compat : undefined;
  return isCompat(compat) ? compat : undefined;
}

/** The members directly below a path, by name. */
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

/** The names directly below a path, such as the interfaces of `api`. */
export function listNames(path: string): string[] {
  let node: unknown = bcd;
  for (const name of path.split(".")) node = isNode(node) ? node[name] : undefined;
  return isNode(node) ? Object.keys(node).filter((name) => name !== "__compat") : [];
}
