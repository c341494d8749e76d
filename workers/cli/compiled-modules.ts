import { mkdirSync, readdirSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import { build, type Plugin } from "esbuild";
import { runTool } from "./processes";

const MEDIA = "app/domain/media";

/** The compiled converter of clips, which the jobs worker imports; not in the repository. */
export const COMPILED_CONVERTER = `${MEDIA}/converter/build/converter.wasm`;

/** What libFLAC calls back, compiled; the site's worker and browsers load it. */
export const COMPILED_FLAC_CALLBACKS = `${MEDIA}/flac/build/callbacks.wasm`;

const SSH_CLIENT = "app/integrations/delivery/build/ssh2.mjs";

function age(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Compiles a folder of AssemblyScript to WebAssembly, unless that is up to date. */
async function compile(sourceDir: string, output: string, options: string[]): Promise<void> {
  const sources = readdirSync(sourceDir).map((name) => join(sourceDir, name));
  const sourceAge = Math.max(...[...sources, import.meta.filename].map(age));
  if (age(output) > sourceAge) return;
  mkdirSync(dirname(output), { recursive: true });
  // No garbage collector and no host functions: memory is allocated once.
  const runtime = ["--runtime", "stub", "--use", "abort="];
  const args = [join(sourceDir, "index.ts"), "-o", output, "-O3", "--noAssert", ...runtime];
  await runTool("asc", [...args, ...options], {});
}

const sshForWorkerd: Plugin = {
  name: "ssh-for-workerd",
  setup({ onResolve, onLoad }) {
    // Its `require` of Node's modules becomes an import: workerd's modules have no `require`.
    const node = new RegExp(`^(${builtinModules.join("|")})$`);
    onResolve({ filter: node }, ({ path }) => ({ path, namespace: "node" }));
    onLoad({ filter: /.*/, namespace: "node" }, ({ path }) => ({
      contents: `import all from "node:${path}"; module.exports = all;`,
    }));
    // Machine code, which it does without where it cannot be loaded.
    onResolve({ filter: /\.node$|^cpu-features$/ }, ({ path }) => ({ path, namespace: "native" }));
    onLoad({ filter: /.*/, namespace: "native" }, () => ({ contents: "throw new Error();" }));
  },
};

/** Bundles the SFTP client for the jobs worker; what runs in Node takes the library itself. */
async function bundleSshClient(): Promise<void> {
  await build({
    stdin: {
      contents: 'export { default as Client } from "ssh2/lib/client.js";',
      resolveDir: import.meta.dirname,
    },
    ...{ outfile: SSH_CLIENT, bundle: true, format: "esm", target: "es2022", minify: true },
    ...{ external: ["node:*"], plugins: [sshForWorkerd], logLevel: "error" },
    // Names the folder of programs that it starts on Windows.
    define: { __dirname: '"/"' },
  });
}

/**
 * Compiles what is written in AssemblyScript: inner loops of the clips' converter, and FLAC's callbacks. Bundles the
 * SFTP client.
 */
export async function buildCompiledModules(): Promise<void> {
  // Warning 112 is about SIMD vectors that leave the module; ours do not.
  const simd = ["--enable", "simd", "--disableWarning", "112"];
  await compile(`${MEDIA}/converter/assembly`, COMPILED_CONVERTER, simd);
  await compile(`${MEDIA}/flac/assembly`, COMPILED_FLAC_CALLBACKS, ["--importMemory"]);
  await bundleSshClient();
}
