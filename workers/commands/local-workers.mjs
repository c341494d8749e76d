// The local run of what the build has bundled: site, jobs worker and sandbox in the real runtime, with
// what their wrangler.toml and the environment give them. Runs in a process of its own, which the
// runtime ends with.
//
// `wrangler dev` would bundle all three again, watch their files, and stand in front of them with a
// second runtime, through which every byte goes. `npm run dev` has that, since there files change.
import "./keep-connections.mjs";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";

const [port, stateDir = "", ...workers] = process.argv.slice(2);

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

/** @type {ReturnType<typeof workerOf>[]} */
const bundles = [];
for (let index = 0; index < workers.length; index += 2)
  bundles.push(workerOf(workers[index] ?? "", workers[index + 1] ?? ""));
const miniflare = new Miniflare({
  host: "localhost",
  port: Number(port),
  defaultPersistRoot: join(stateDir, "v3"),
  // What Cloudflare says of a visitor would be asked of the network.
  cf: false,
  logRequests: false,
  log: new Log(LogLevel.WARN),
  workers: bundles,
});
await miniflare.ready;
