import * as v from "valibot";

/** The server's manifest of routes: https://v2.remix.run/docs/guides/fog-of-war. */
const routesSchema = v.record(
  v.string(),
  v.looseObject({ module: v.string(), imports: v.optional(v.array(v.string()), []) }),
);

const urls = new Set<string>();

/**
 * Preloads the scripts of a page once, before the artist goes there. On a slow connection they load while the
 * answers are being saved; failures are ignored.
 * @param path the path of the page.
 */
export async function prefetchScripts(path: string): Promise<void> {
  if (urls.has(path) || !navigator.onLine) return;
  urls.add(path);
  const { version } = window.__remixManifest;
  try {
    const reply = await fetch(`/__manifest?${new URLSearchParams({ p: path, version })}`);
    const routes = v.parse(routesSchema, await reply.json());
    const scripts = Object.values(routes).flatMap(({ module, imports }) => [module, ...imports]);
    for (const href of new Set(scripts)) {
      const link = document.createElement("link");
      document.head.appendChild(Object.assign(link, { rel: "modulepreload", href }));
    }
  } catch {
    urls.delete(path);
  }
}
