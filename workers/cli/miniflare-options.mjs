import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import "./single-threaded-gc.mjs";

/** @param {string} path its wrangler.toml @param {string} folder of its bundle */
function workerOf(path, folder) {
  const config = unstable_readConfig({ config: path });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  const modulesRoot = resolve(folder);
  const files = readdirSync(modulesRoot).map((name) => join(modulesRoot, name));
  // What tests send is not kept back until a batch has come together.
  if (process.env.TEST_WINDOW === "open")
    for (const consumer of Object.values(workerOptions.queueConsumers ?? {}))
      consumer.maxBatchTimeout = 0;
  const script = files.find((file) => file.endsWith(".js"));
  if (!script) throw new Error(`There is no script in ${folder}.`);
  const wasm = files.filter((file) => file.endsWith(".wasm"));
  return {
    ...workerOptions,
    name: config.name ?? "",
    modulesRoot,
    modules: [
      { type: /** @type {const} */ ("ESModule"), path: script },
      ...wasm.map((file) => ({ type: /** @type {const} */ ("CompiledWasm"), path: file })),
    ],
  };
}

/**
 * The options of the local runtime for workers that are bundled.
 * @param {number} port
 * @param {string} stateDir
 * @param {string[]} workers each one's wrangler.toml and the folder of its bundle, in turn
 * @param {string} [publicFiles] folder of the first one's static files, where there is no build
 * @returns {import("miniflare").MiniflareOptions}
 */
export function miniflareOptions(port, stateDir, workers, publicFiles) {
  /** @type {ReturnType<typeof workerOf>[]} */
  const bundles = [];
  for (let index = 0; index < workers.length; index += 2)
    bundles.push(workerOf(workers[index] ?? "", workers[index + 1] ?? ""));
  const [site] = bundles;
  if (publicFiles && site?.assets)
    site.assets = { ...site.assets, directory: resolve(publicFiles) };
  // Miniflare answers 500 for static files of a second worker, so it reads them from its folder.
  for (const bundle of bundles.slice(1)) {
    const { assets } = bundle;
    delete bundle.assets;
    if (assets?.binding)
      bundle.serviceBindings = {
        ...bundle.serviceBindings,
        [assets.binding]: { disk: { path: assets.directory } },
      };
  }
  return {
    host: "localhost",
    port,
    defaultPersistRoot: join(stateDir, "v3"),
    // What Cloudflare says of a visitor would be asked of the network.
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.WARN),
    workers: bundles,
  };
}

/** @param {import("miniflare").MiniflareOptions} options */
export const createMiniflare = (options) => new Miniflare(options);
