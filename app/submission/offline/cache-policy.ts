import { SHELL } from "~/platform/formats/shell";
import { steps } from "../steps/steps";

/** What stands in for a page that nobody has kept. */
const OFFLINE_PAGE = "/offline";

const stepPaths = steps.map(({ path }) => path);

/** The pages that are kept, as nobody sees them; of the steps also what their scripts ask for. */
export const CACHED_PAGES = [
  ...stepPaths,
  ...stepPaths.map((path) => `${path}.data`),
  OFFLINE_PAGE,
] as const;

/** Files of the site that are the same for everybody and named by their content, or nearly. */
const FILES = /^\/(?:assets|fonts|workers|cards)\/|^\/(?:icon\.svg|plain\.css)$/;

/** What tells the scripts of a page where the steps are, for one version of the site. */
export function manifestPath(version: string): string {
  const params = new URLSearchParams([...stepPaths].sort().map((path) => ["p", path]));
  params.set("version", version);
  return `/__manifest?${params}`;
}

/** A reply, as far as it decides whether it may be kept. */
interface Reply {
  url: URL;
  /** How it was asked for. */
  method: string;
  credentials: RequestCredentials;
  status: number;
  redirected: boolean;
  headers: Pick<Headers, "has">;
}

/**
 * Whether a reply may be kept in the browser's cache: only what was asked for without cookies, and
 * is either a file of the site or a page that says itself that it is nobody's.
 * @param origin of the site.
 */
export function isCacheable(
  { url, method, credentials, status, redirected, headers }: Reply,
  origin: string,
): boolean {
  if (url.origin !== origin || method !== "GET" || status !== 200) return false;
  if (credentials !== "omit" || redirected) return false;
  if (FILES.test(url.pathname)) return true;
  const isPage = CACHED_PAGES.some((path) => path === url.pathname) || isManifest(url);
  return isPage && headers.has(SHELL);
}

const isManifest = ({ pathname }: URL) => pathname === "/__manifest";

/**
 * What of the kept stands in for a request whose answer does not come; undefined for all that is
 * none of the kept pages' business.
 */
export function offlineFallback(
  { url, method, mode }: { url: URL; method: string; mode: RequestMode },
  { origin, version }: { origin: string; version: string },
): string | undefined {
  if (url.origin !== origin || method !== "GET") return undefined;
  const path = url.pathname.replace(/(?<=.)\/$/, "");
  if (mode === "navigate") return stepPaths.find((step) => step === path) ?? OFFLINE_PAGE;
  if (isManifest(url))
    return url.searchParams.get("version") === version ? manifestPath(version) : undefined;
  return stepPaths.map((step) => `${step}.data`).find((data) => data === path);
}

/** Where the entry of the wizard leads without a connection: only the steps are kept. */
export function offlineEntryPath(url: URL): string | undefined {
  return /^\/submit\/?$/.test(url.pathname) ? stepPaths[0] : undefined;
}
