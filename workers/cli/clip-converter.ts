import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { runTool } from "./processes";

const SOURCES = "app/domain/media/converter/assembly";

/** The compiled converter, which the jobs worker imports; not in the repository. */
export const COMPILED_CONVERTER = "app/domain/media/converter/build/converter.wasm";

function age(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Compiles the inner loops of the clips' converter to WebAssembly, unless that is up to date. */
export async function buildClipConverter(): Promise<void> {
  const sources = readdirSync(SOURCES).map((name) => join(SOURCES, name));
  const sourceAge = Math.max(...[...sources, import.meta.filename].map(age));
  if (age(COMPILED_CONVERTER) > sourceAge) return;
  mkdirSync(dirname(COMPILED_CONVERTER), { recursive: true });
  // No garbage collector and no host functions: memory is allocated once per clip.
  const runtime = ["--runtime", "stub", "--use", "abort="];
  // Warning 112 is about SIMD vectors that leave the module; ours do not.
  const options = ["-O3", "--noAssert", ...runtime, "--enable", "simd", "--disableWarning", "112"];
  await runTool("asc", [join(SOURCES, "index.ts"), "-o", COMPILED_CONVERTER, ...options], {});
}
