import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { context, type Plugin } from "esbuild";
import type { ViteDevServer } from "vite";
import { WORKERS } from "./serve";

const ROOT = resolve(import.meta.dirname, "../..");
const OUTPUT_DIR = "build/dev";

const bundleFolder = (index: number) => join(OUTPUT_DIR, String(index));

/** Each worker's configuration and the folder of its bundle, in turn. */
export const DEV_WORKERS = WORKERS.flatMap(([config], index) => [config, bundleFolder(index)]);

/** The module of a worker in the order of `WORKERS`. */
const ENTRIES = ["functions/site.ts", "workers/jobs/index.ts", "workers/sandbox/index.ts"];

const SERVER_BUILD = "virtual:remix/server-build";

/** Gives the site what Remix makes of the routes for Vite's server, with the addresses of its scripts and styles. */
const remixBuild = (vite: ViteDevServer): Plugin => ({
  name: "remix-build",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:remix-build$|virtual:remix\/)/ }, ({ path }) => ({
      path: path === "remix-build" ? SERVER_BUILD : path,
      namespace: "remix",
    }));
    // Vite's paths begin at the root of the repository.
    onResolve({ filter: /^\/app\// }, ({ path }) => ({ path: join(ROOT, path) }));
    onResolve({ filter: /\.css\?url$/ }, ({ path, resolveDir }) => ({
      path: path.startsWith("~")
        ? path.replace("~", "/app")
        : join(resolveDir, path).slice(ROOT.length),
      namespace: "style-sheet",
    }));
    onLoad({ filter: /.*/, namespace: "style-sheet" }, ({ path }) => ({
      contents: `export default ${JSON.stringify(path.replace("?url", ""))};`,
    }));
    onLoad({ filter: /.*/, namespace: "remix" }, async ({ path }) => {
      const { pluginContainer } = vite.environments.ssr;
      const module = await pluginContainer.resolveId(path);
      const loaded = module && (await pluginContainer.load(module.id));
      const contents = typeof loaded === "string" ? loaded : loaded?.code;
      return { contents, resolveDir: ROOT };
    });
  },
});

/**
 * Prepares bundling site, jobs worker and sandbox without Vite's build, in seconds.
 * @returns a function that bundles them from the sources as they are, and tells whether anything differs.
 */
export async function devBundles(vite: ViteDevServer): Promise<() => Promise<boolean>> {
  // wrangler.toml names the folder of the build, and wrangler insists on it.
  mkdirSync("build/client", { recursive: true });
  const contexts = await Promise.all(
    ENTRIES.map((entry) =>
      context({
        entryPoints: { index: entry },
        outdir: OUTPUT_DIR,
        bundle: true,
        write: false,
        format: "esm",
        target: "es2022",
        conditions: ["workerd", "worker", "browser"],
        external: ["cloudflare:*", "node:*"],
        loader: { ".wasm": "copy", ".css": "empty", ".module.css": "local-css" },
        define: {
          "import.meta.env.SSR": "true",
          "import.meta.env.DEV": "true",
          "process.env.NODE_ENV": '"development"',
        },
        jsx: "automatic",
        plugins: [remixBuild(vite)],
        logLevel: "error",
      }),
    ),
  );
  let former = "";
  return async () => {
    const results = await Promise.all(contexts.map((bundle) => bundle.rebuild()));
    const hashes = results.flatMap(({ outputFiles }) => outputFiles.map(({ hash }) => hash)).join();
    if (hashes === former) return false;
    former = hashes;
    for (const [index, { outputFiles }] of results.entries()) {
      const folder = bundleFolder(index);
      mkdirSync(folder, { recursive: true });
      for (const { path, contents } of outputFiles)
        if (!path.endsWith(".css")) writeFileSync(join(folder, basename(path)), contents);
    }
    return true;
  };
}
