import { readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, context } from "esbuild";

const OUT = "public/workers";

/** Every file of the app that is a worker of the browser's, by its name `*.worker.ts`. */
function workerFiles(): string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".worker.ts"))
    .map((path) => join("app", path));
}

function options(minify: boolean): BuildOptions {
  return {
    entryPoints: workerFiles().map((path) => ({ in: path, out: basename(path, ".worker.ts") })),
    outdir: OUT,
    bundle: true,
    minify,
    format: "esm",
    // Safari 16 is the oldest that has what the workers need of the file system.
    target: ["es2022", "safari16"],
    tsconfig: "tsconfig.json",
    logLevel: "warning",
  };
}

/**
 * Bundles the browser's own workers to `public/workers/{name}.js`, beside Remix, whose compiler
 * knows none. Their addresses stay the same: browsers ask whether they have changed.
 */
export async function buildBrowserWorkers(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  await build(options(true));
}

/** The same again on every change, until the process ends. */
export async function watchBrowserWorkers(): Promise<void> {
  rmSync(OUT, { recursive: true, force: true });
  await (await context(options(false))).watch();
}
