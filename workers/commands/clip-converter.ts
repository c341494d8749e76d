import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { runTool } from "./processes";

const SOURCES = "app/media/converter/assembly";

/** The compiled converter, which the jobs worker imports; not kept in the repository. */
export const COMPILED_CONVERTER = "app/media/converter/build/converter.wasm";

function age(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Compiles the inner loops of the clips' converter to WebAssembly, unless that is up to date. */
export async function buildClipConverter(): Promise<void> {
  const sources = readdirSync(SOURCES).map((name) => join(SOURCES, name));
  const sourceAge = Math.max(...[...sources, import.meta.filename].map(age));
  if (age(COMPILED_CONVERTER) > sourceAge) return;
  mkdirSync(dirname(COMPILED_CONVERTER), { recursive: true });
  // No garbage collector and no host functions: memory is reserved once for every clip.
  const runtime = ["--runtime", "stub", "--use", "abort="];
  // Vectors go from file to file, but never out of the module, which is what 112 warns of.
  const options = ["-O3", "--noAssert", ...runtime, "--enable", "simd", "--disableWarning", "112"];
  await runTool("asc", [join(SOURCES, "index.ts"), "-o", COMPILED_CONVERTER, ...options], {});
}
