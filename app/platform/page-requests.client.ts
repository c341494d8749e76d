import {
  isFromSite,
  type RetryAttempt,
  retryThroughOutages,
  waitUntilOnline,
} from "./connection.client";

type Fetch = typeof fetch;

/** Gives the newest state of a form that was posted to this path and is still on the page. */
type Renew = (fields: URLSearchParams) => Promise<URLSearchParams>;
let activeRenewal: { path: string; renew: Renew } | undefined;

/**
 * A post to this path that has to be made again takes what the form says by then.
 * @returns the function that ends it.
 */
export function refreshRetriedPosts(path: string, renew: Renew): () => void {
  const renewal = { path, renew };
  activeRenewal = renewal;
  return () => {
    if (activeRenewal === renewal) activeRenewal = undefined;
  };
}

/** The whole answer to a request of a page. @throws Error where it is not the label's, or not whole. */
async function fetchWhole(
  fetcher: Fetch,
  url: URL,
  init: RequestInit,
  { signal, onProgress: alive }: RetryAttempt,
): Promise<Response> {
  const response = await fetcher(url, { ...init, signal });
  const { status, headers } = response;
  const isPage = headers.has("X-Remix-Response") || url.pathname.endsWith("/__manifest");
  // A refusal of ours is final; anything else that is no page comes from somewhere on the way.
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
 * Looks ahead where the links of a page lead, which nobody waits for: not while the device is
 * offline, and what fails is left unanswered. Remix would report it as an error, though it asks
 * again with the next change of the page, and at the latest when a link is followed.
 */
function createPrefetcher(fetcher: Fetch, waitUntilOnline: () => Promise<void>) {
  let newestUrl: URL | undefined;
  return async (url: URL, init: RequestInit): Promise<Response> => {
    newestUrl = url;
    await waitUntilOnline();
    // A later look asks for what this one would have asked for, too.
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
 * Carries the requests of pages (their data, the posts of their forms, what leads to them) through
 * a line that goes and comes back, in place of an error page that takes the form away. Every form
 * of ours may be posted twice: posts of steps carry the version they are based on. Anything else
 * is passed on.
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
    // Only when a link is followed may the visitor turn elsewhere.
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
 * Loads the scripts of a route. Should they be gone, since a newer version was deployed, or should
 * the browser refuse to look once more, the page that was asked for is loaded as a document.
 */
async function loadRoute(id: string): Promise<unknown> {
  const { module } = window.__remixManifest.routes[id] ?? {};
  let tries = 0;
  return retryThroughOutages(async ({ signal }) => {
    tries += 1;
    try {
      return await import(`${module}${tries > 1 ? `#${tries}` : ""}`);
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
 * Remix reloads the page when the scripts of a route cannot be loaded, which without a line means
 * that the page is gone. It asks with `in` and then reads, and waits for what it reads: so it gets
 * the modules from here, which have been carried through as well.
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

/**
 * Loads the scripts of a route ahead of time, where the page knows of it. Without a line it is left
 * to whoever goes there: nothing waits for it, so nothing is said of it.
 */
export async function prepareRoute(id: string): Promise<void> {
  const { module } = window.__remixManifest.routes[id] ?? {};
  // The browser keeps a script that it has loaded once.
  if (module) await import(module).catch(() => undefined);
}
