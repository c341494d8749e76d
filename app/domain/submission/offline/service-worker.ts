import { SHELL } from "~/platform/formats/shell";
import { steps } from "../steps/steps";

/** At the root, so that it controls all pages. */
export const WORKER_PATH = "/sw.js";

export const CACHE = "form";

/** The message that makes a waiting worker take over. */
export const SKIP_WAITING = "take-over";

/** The worker's script. Where offline use is off, that worker removes itself and its caches. */
export function workerScript(isOfflineEnabled: boolean): string {
  return `importScripts("/workers/${isOfflineEnabled ? "offline" : "uninstall-offline"}.js");\n`;
}

const OFFLINE_PAGE = "/offline";

const stepPaths = steps.map(({ path }) => path);

/** The cached pages, as seen without cookies; of the steps also their loader data. */
export const CACHED_PAGES = [
  ...stepPaths,
  ...stepPaths.map((path) => `${path}.data`),
  OFFLINE_PAGE,
] as const;

const FILES = /^\/(?:assets|fonts|workers|cards)\/|^\/(?:icon\.svg|plain\.css)$/;

/** Remix's manifest request for the routes of the steps, for one version of the site. */
export function manifestPath(version: string): string {
  const params = new URLSearchParams([...stepPaths].sort().map((path) => ["p", path]));
  params.set("version", version);
  return `/__manifest?${params}`;
}

interface Reply {
  url: URL;
  method: string;
  credentials: RequestCredentials;
  status: number;
  redirected: boolean;
  headers: Pick<Headers, "has">;
}

/**
 * Whether a reply may be cached: requested without cookies, and a static file or a page marked as
 * nobody's.
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
 * The cached address that answers a request without a connection; undefined for all other requests.
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

/** Where the entry of the wizard leads offline: only the steps are cached. */
export function offlineEntryPath(url: URL): string | undefined {
  return /^\/submit\/?$/.test(url.pathname) ? stepPaths[0] : undefined;
}

/** Workbox's word for waiting as long as the browser does. */
const NO_TIMEOUT = 0;
const TIMEOUT_SECONDS = 15;

/**
 * The seconds after which what is cached stands in for a slow answer. The page that says there is no
 * connection never does: a slow answer is still one, such as the receipt of a submission.
 * @param fallback the cached address that would stand in.
 */
export function networkTimeoutSeconds(url: URL, fallback: string | undefined): number {
  const isForm = fallback !== OFFLINE_PAGE || offlineEntryPath(url) !== undefined;
  return isForm ? TIMEOUT_SECONDS : NO_TIMEOUT;
}
