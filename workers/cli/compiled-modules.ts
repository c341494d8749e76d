import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { runTool } from "./processes";

const MEDIA = "app/domain/media";

/** The compiled converter of clips, which the jobs worker imports; not in the repository. */
export const COMPILED_CONVERTER = `${MEDIA}/converter/build/converter.wasm`;

/** What libFLAC calls back, compiled; the site's worker and browsers load it. */
export const COMPILED_FLAC_CALLBACKS = `${MEDIA}/flac/build/callbacks.wasm`;

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

/** Compiles what is written in AssemblyScript: inner loops of the clips' converter, and FLAC's callbacks. */
export async function buildCompiledModules(): Promise<void> {
  // Warning 112 is about SIMD vectors that leave the module; ours do not.
  const simd = ["--enable", "simd", "--disableWarning", "112"];
  await compile(`${MEDIA}/converter/assembly`, COMPILED_CONVERTER, simd);
  await compile(`${MEDIA}/flac/assembly`, COMPILED_FLAC_CALLBACKS, ["--importMemory"]);
}
