import {
  isFromSite,
  type RetryAttempt,
  retryThroughOutages,
  waitUntilOnline,
} from "./connection.client";

type Fetch = typeof fetch;

/** Returns the current state of a posted form that is still on the page. */
type Renew = (fields: URLSearchParams) => Promise<URLSearchParams>;
let activeRenewal: { path: string; renew: Renew } | undefined;

/** A retried post to this path sends its form's current state. @returns what ends this. */
export function refreshRetriedPosts(path: string, renew: Renew): () => void {
  const renewal = { path, renew };
  activeRenewal = renewal;
  return () => {
    if (activeRenewal === renewal) activeRenewal = undefined;
  };
}

/** @returns the whole answer. @throws Error unless it is complete and the portal's own. */
async function fetchWhole(
  fetcher: Fetch,
  url: URL,
  init: RequestInit,
  { signal, onProgress: alive }: RetryAttempt,
): Promise<Response> {
  const response = await fetcher(url, { ...init, signal });
  const { status, headers } = response;
  const isPage = headers.has("X-Remix-Response") || url.pathname.endsWith("/__manifest");
  // A refusal of the portal is final; anything else that is no page comes from a proxy.
  if (!isFromSite(response) || (!isPage && status >= 500)) throw new Error(`HTTP status ${status}`);
  if (!response.body) return response;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body.getReader();
  for (let result = await reader.read(); !result.done; result = await reader.read()) {
    alive();
    chunks.push(result.value);
  }
  return new Response(new Blob(chunks), { status, headers });
}

const pending = () => new Promise<never>(() => {});

/**
 * Prefetches routes for the links of a page. Waits while offline and never settles on failure:
 * Remix would report an error, although it asks again later.
 */
function createPrefetcher(fetcher: Fetch, waitUntilOnline: () => Promise<void>) {
  let newestUrl: URL | undefined;
  return async (url: URL, init: RequestInit): Promise<Response> => {
    newestUrl = url;
    await waitUntilOnline();
    // A later request includes the paths of this one.
    if (newestUrl !== url) return pending();
    try {
      const { signal } = new AbortController();
      const response = await fetchWhole(fetcher, url, init, { signal, onProgress: () => {} });
      return response.ok ? response : pending();
    } catch {
      return pending();
    }
  };
}

/**
 * Retries requests of pages (loader data, form posts, manifests) through a lost connection, instead
 * of an error page that drops the form. Every form may be posted twice, as its post carries the
 * version it is based on. Other requests pass unchanged.
 */
export function withPageRetries(
  fetcher: Fetch,
  connection = { retryThroughOutages, waitUntilOnline },
): Fetch {
  const prefetch = createPrefetcher(fetcher, connection.waitUntilOnline);
  return (input, init = {}) => {
    if (!(input instanceof URL)) return fetcher(input, init);
    const { pathname } = input;
    const isManifest = pathname === "/__manifest";
    // Only a followed link has a signal, by which it can be cancelled.
    if (isManifest && !init.signal) return prefetch(input, init);
    if (!isManifest && !pathname.endsWith(".data")) return fetcher(input, init);
    let { body } = init;
    let tries = 0;
    return connection.retryThroughOutages(async (attempt) => {
      tries += 1;
      const { path, renew } = activeRenewal ?? {};
      if (tries > 1 && renew && body instanceof URLSearchParams && pathname === `${path}.data`)
        body = await renew(body);
      return fetchWhole(fetcher, input, { ...init, body }, attempt);
    }, init.signal ?? undefined);
  };
}

/**
 * Loads the scripts of a route. If they are gone after a deployment, or the browser does not try
 * again, the requested page is loaded as a document.
 */
async function loadRoute(id: string): Promise<unknown> {
  const { module } = window.__remixManifest.routes[id] ?? {};
  let tries = 0;
  return retryThroughOutages(async ({ signal }) => {
    tries += 1;
    try {
      return await import(/* @vite-ignore */ `${module}${tries > 1 ? `#${tries}` : ""}`);
    } catch (error) {
      const response = await fetch(`${module}`, { method: "HEAD", signal });
      if (tries < 3 && response.status !== 404) throw error;
      const { navigation, location: currentLocation } = window.__remixRouter.state;
      const { pathname, search } = navigation.location ?? currentLocation;
      location.assign(pathname + search);
      return new Promise(() => {});
    }
  });
}

type Modules = typeof window.__remixRouteModules;

/**
 * Remix reloads the page when the scripts of a route fail to load, which offline loses the page. It
 * checks with `in`, then reads and awaits the module: so this proxy can retry loading it.
 */
export function withModuleRetries(modules: Modules): Modules {
  let lastKey: PropertyKey | undefined;
  return new Proxy(modules, {
    has(_, id) {
      lastKey = id;
      return true;
    },
    get(target, id) {
      const isRouteLoad = lastKey === id;
      lastKey = undefined;
      if (!isRouteLoad || typeof id !== "string" || id in target) return Reflect.get(target, id);
      return loadRoute(id).then((module) => Reflect.set(target, id, module) && module);
    },
  });
}

export async function prepareRoute(id: string): Promise<void> {
  const { module } = window.__remixManifest.routes[id] ?? {};
  if (module) await import(/* @vite-ignore */ module).catch(() => undefined);
}
