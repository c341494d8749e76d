import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, context, type Plugin } from "esbuild";
import { OLD_SYNTAX } from "./browser-floor";

const OUTPUT_DIR = "public/workers";

/** Bundled after the pages, because it lists their files: see `offline-worker`. */
const AFTER_PAGES = "offline.worker.ts";

/** Old browsers load this before a page's scripts. */
const FALLBACK_SCRIPTS = "app/platform/browsers/stand-ins.ts";

/** The files of web workers, named `*.worker.ts`. */
function workerFiles(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".worker.ts"))
    .map((path) => join("app", path));
}

/** A compiled module is in the script that imports it: a request of its own would cost a round trip. */
const compiledModules: Plugin = {
  name: "compiled-modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.wasm$/ }, ({ path }) => {
      const base64 = readFileSync(path, "base64");
      const bytes = `Uint8Array.from(atob("${base64}"), (sign) => sign.charCodeAt(0))`;
      return { contents: `export default new WebAssembly.Module(${bytes});` };
    });
  },
};

/** @param files the workers to bundle. */
export function workerOptions(files: readonly string[], minify: boolean): BuildOptions {
  return {
    entryPoints: files.map((path) => ({
      in: path,
      out: basename(path).replace(/(\.worker)?\.ts$/, ""),
    })),
    outdir: OUTPUT_DIR,
    bundle: true,
    minify,
    // Firefox supports module workers since 114 only.
    format: "iife",
    ...OLD_SYNTAX,
    plugins: [compiledModules],
    tsconfig: "tsconfig.json",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
  };
}

const otherWorkers = () => [
  ...workerFiles().filter((path) => basename(path) !== AFTER_PAGES),
  FALLBACK_SCRIPTS,
];

/**
 * Bundles the web workers to `public/workers/{name}.js`, since Remix's compiler does not. Their URLs
 * have no hash, so browsers revalidate them.
 */
export async function buildBrowserWorkers(): Promise<void> {
  rmSync(OUTPUT_DIR, { recursive: true, force: true });
  await build(workerOptions(otherWorkers(), true));
}

/** Bundles the web workers, and again on every change, until the process ends. */
export async function watchBrowserWorkers(): Promise<void> {
  rmSync(OUTPUT_DIR, { recursive: true, force: true });
  await (await context(workerOptions(otherWorkers(), false))).watch();
}
