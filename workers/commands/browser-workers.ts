import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, context } from "esbuild";
import { OLD_SYNTAX } from "./browser-floor";

const OUTPUT_DIR = "public/workers";

/** Knows what the pages load, and is bundled after them: see `offline-worker`. */
const AFTER_PAGES = "offline.worker.ts";

/** What old browsers load before a page's scripts: no worker, but no part of a page either. */
const FALLBACK_SCRIPTS = "app/platform/browsers/stand-ins.ts";

/** Every file of the app that is a worker of the browser's, by its name `*.worker.ts`. */
function workerFiles(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".worker.ts"))
    .map((path) => join("app", path));
}

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
    // Firefox has had workers that are modules since 114 only.
    format: "iife",
    ...OLD_SYNTAX,
    tsconfig: "tsconfig.json",
    logLevel: "warning",
    define: { "process.env.NODE_ENV": '"production"' },
  };
}

const otherWorkers = () => [...workerFiles().filter((path) => basename(path) !== AFTER_PAGES), FALLBACK_SCRIPTS];

/**
 * Bundles the browser's own workers to `public/workers/{name}.js`, beside Remix, whose compiler
 * knows none. Their addresses stay the same: browsers ask whether they have changed.
 */
export async function buildBrowserWorkers(): Promise<void> {
  rmSync(OUTPUT_DIR, { recursive: true, force: true });
  await build(workerOptions(otherWorkers(), true));
}

/** The same again on every change, until the process ends. */
export async function watchBrowserWorkers(): Promise<void> {
  rmSync(OUTPUT_DIR, { recursive: true, force: true });
  await (await context(workerOptions(otherWorkers(), false))).watch();
}
