import { clientsClaim, skipWaiting } from "workbox-core";
import { enable } from "workbox-navigation-preload";
import { PrecacheController } from "workbox-precaching";
import { registerRoute } from "workbox-routing";
import { NetworkOnly } from "workbox-strategies";
import { SHELL } from "~/platform/formats/shell";
import { isCacheable, offlineEntryPath, offlineFallback } from "./cache-policy";
import { CACHE, SKIP_WAITING } from "./service-worker";

/** What the build puts in: the version of the pages, and all that is kept. */
declare const KEPT: { version: string; entries: { url: string; revision: string | null }[] };

/** Whoever answers nothing for so long counts as not there, in seconds. */
const TIMEOUT_SECONDS = 15;

const site = { origin: location.origin, version: KEPT.version };

/** What was fetched for keeping and may be kept. */
const keepableUrls = new Set<string>();

/**
 * Nothing is kept but what is fetched here, while the worker is installed: once, without cookies, and
 * as nobody sees it. What pages ask for later goes through and leaves nothing.
 */
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
      // A worker that cannot keep all of it is not installed.
      cacheWillUpdate: async ({ response }) => (keepableUrls.has(response.url) ? response : null),
    },
  ],
});
precache.precache(KEPT.entries);

const network = new NetworkOnly({ networkTimeoutSeconds: TIMEOUT_SECONDS });

const urls = (versioned: boolean) =>
  new Set(
    KEPT.entries.flatMap(({ url, revision }) => ((revision === null) === versioned ? [url] : [])),
  );
/** Files whose names change with them, and all others. */
const [versionedUrls, otherUrls] = [urls(true), urls(false)];

/** Files among those, pages left out. */
const UNVERSIONED_FILE = /^\/workers\/|\.(?:css|svg)$/;

function findFallback(url: URL, { method, mode }: Request): string | undefined {
  const page = offlineFallback({ url, method, mode }, site);
  const isFile = UNVERSIONED_FILE.test(url.pathname) && otherUrls.has(url.pathname);
  return page ?? (isFile ? url.pathname : undefined);
}

registerRoute(({ url }) => versionedUrls.has(url.pathname), precache.strategy);

// The network first, and always: nobody is held on an earlier version of a page.
registerRoute(
  ({ url, request, sameOrigin }) => sameOrigin && findFallback(url, request) !== undefined,
  async (options) => {
    try {
      return await network.handle(options);
    } catch (error) {
      const { url, request } = options;
      const entryPath = request.mode === "navigate" && offlineEntryPath(url);
      if (entryPath) return Response.redirect(entryPath, 302);
      const page = await precache.matchPrecache(findFallback(url, request) ?? "");
      if (page) return page;
      throw error;
    }
  },
);

enable();
// The first worker of a page serves it at once; a later one waits until it is told to take over.
clientsClaim();
addEventListener("message", ({ data }) => data === SKIP_WAITING && skipWaiting());
