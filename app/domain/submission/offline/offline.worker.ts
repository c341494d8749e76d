import { clientsClaim, skipWaiting } from "workbox-core";
import { enable } from "workbox-navigation-preload";
import { PrecacheController } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { SHELL } from "~/platform/formats/shell";
import {
  CACHE,
  isCacheable,
  networkTimeoutSeconds,
  offlineEntryPath,
  offlineFallback,
  SKIP_WAITING,
} from "./service-worker";

/** Put in by the build: the version of the pages, and the files to cache. */
declare const KEPT: { version: string; entries: { url: string; revision: string | null }[] };

const site = { origin: location.origin, version: KEPT.version };

const keepableUrls = new Set<string>();

/** Only what is fetched here during installation is cached, without cookies. */
const precache = new PrecacheController({
  cacheName: CACHE,
  plugins: [
    {
      requestWillFetch: async ({ request, event }) =>
        event.type === "install"
          ? new Request(request, { credentials: "omit", headers: { [SHELL]: "1" } })
          : request,
      fetchDidSucceed: async ({ request: { method, credentials }, response }) => {
        const { status, redirected, headers } = response;
        const url = new URL(response.url);
        const reply = { url, method, credentials, status, redirected, headers };
        if (isCacheable(reply, site.origin)) keepableUrls.add(response.url);
        return response;
      },
      // Null makes the installation fail: a worker caches everything or is not installed.
      cacheWillUpdate: async ({ response }) => (keepableUrls.has(response.url) ? response : null),
    },
  ],
});
precache.precache(KEPT.entries);

const urls = (versioned: boolean) =>
  new Set(
    KEPT.entries.flatMap(({ url, revision }) => ((revision === null) === versioned ? [url] : [])),
  );
/** Files with a content hash in their names, and all others. */
const [versionedUrls, otherUrls] = [urls(true), urls(false)];

const UNVERSIONED_FILE = /^\/workers\/|\.(?:css|svg)$/;

function findFallback(url: URL, { method, mode }: Request): string | undefined {
  const page = offlineFallback({ url, method, mode }, site);
  const isFile = UNVERSIONED_FILE.test(url.pathname) && otherUrls.has(url.pathname);
  return page ?? (isFile ? url.pathname : undefined);
}

registerRoute(({ url }) => versionedUrls.has(url.pathname), precache.strategy);

// Network first, so that nobody stays on an earlier version of a page.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && findFallback(url, request) !== undefined,
  async (options) => {
    const { url, request } = options;
    const fallback = findFallback(url, request);
    const timeoutSeconds = networkTimeoutSeconds(url, fallback);
    try {
      return await new NetworkOnly({ networkTimeoutSeconds: timeoutSeconds }).handle(options);
    } catch (error) {
      const entryPath = request.mode === "navigate" && offlineEntryPath(url);
      if (entryPath) return Response.redirect(entryPath, 302);
      const page = await precache.matchPrecache(fallback ?? "");
      if (page) return page;
      throw error;
    }
  },
);

enable();
// The first worker of a page serves it at once; a later one waits for SKIP_WAITING.
clientsClaim();
addEventListener("message", ({ data }) => data === SKIP_WAITING && skipWaiting());
