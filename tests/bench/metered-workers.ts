import { cpSync, mkdirSync, mkdtempSync, readdirSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { build } from "esbuild";
import { WORKERS } from "../../workers/cli/serve";
import { quickFolder } from "../support/quick-folder";

const METER = join(import.meta.dirname, "platform-meter.ts");

/** What stands around each bundle that is metered. */
const ENTRIES: Record<string, (bundle: string) => string> = {
  site: (bundle) => `
    import worker from ${JSON.stringify(bundle)};
    import { meterSite } from ${JSON.stringify(METER)};
    export default meterSite(worker);`,
  jobs: (bundle) => `
    import worker, { Sweep as Inner } from ${JSON.stringify(bundle)};
    import { meterJobs, meterSweep } from ${JSON.stringify(METER)};
    export class Sweep extends meterSweep(Inner) {}
    export default meterJobs(worker);`,
};

/** Wraps site and jobs worker of the last build in a meter. @returns the workers of the local run. */
export async function bundleMeteredWorkers(): Promise<typeof WORKERS> {
  const folder = mkdtempSync(join(quickFolder(), "metered-"));
  const bundles: typeof WORKERS = [];
  for (const [config, bundle] of WORKERS) {
    const entry = ENTRIES[basename(bundle)];
    if (!entry) {
      bundles.push([config, bundle]);
      continue;
    }
    const files = readdirSync(bundle);
    const script = files.find((name) => name.endsWith(".js"));
    if (!script) throw new Error(`There is no script in ${bundle}.`);
    const outdir = join(folder, basename(bundle));
    mkdirSync(outdir);
    for (const name of files.filter((file) => file.endsWith(".wasm")))
      cpSync(join(bundle, name), join(outdir, name));
    await build({
      stdin: { contents: entry(resolve(bundle, script)), resolveDir: process.cwd() },
      outfile: join(outdir, "index.js"),
      bundle: true,
      format: "esm",
      target: "es2022",
      external: ["cloudflare:*", "node:*", "*.wasm"],
      logLevel: "error",
    });
    bundles.push([config, outdir]);
  }
  return bundles;
}
