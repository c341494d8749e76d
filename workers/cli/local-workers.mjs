// The local run of what the build has bundled: site, jobs worker and sandbox in the real runtime, with
// what their wrangler.toml and the environment give them. Runs in a process of its own, which the
// runtime ends with.
//
// `wrangler dev` would bundle all three again, watch their files, and stand in front of them with a
// second runtime, through which every byte goes.
import { once } from "node:events";
import { createMiniflare, miniflareOptions } from "./miniflare-options.mjs";

const [port, stateDir = "", ...workers] = process.argv.slice(2);
/** @type {Promise<unknown> | undefined} */
let runtimeExit;
await createMiniflare({
  ...miniflareOptions(Number(port), stateDir, workers),
  handleRuntimeStdio(stdout, stderr) {
    stdout.pipe(process.stdout);
    stderr.pipe(process.stderr);
    runtimeExit ??= once(stdout, "end");
  },
}).ready;
// Miniflare would start a runtime that has died again without a word, and without its queue's messages.
await runtimeExit;
process.exit(1);
