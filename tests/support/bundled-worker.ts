import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const bundles = new Map<string, Promise<string>>();

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:*", "node:*", "*.wasm"],
    alias: { "~": `${root}app` },
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}

/**
 * A worker as its deployment bundles it: made once in a process, for all of its worlds.
 * @param entry from the root of the repository, such as `workers/jobs/index.ts`.
 */
export function bundleWorker(entry: string): Promise<string> {
  const code = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, code);
  return code;
}
