import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { Miniflare } from "miniflare";
import { median } from "./figures";

const EMPTY = "export default { fetch: () => new Response() };";

/** The files of a bundle that are uploaded: its script and compiled modules, without source maps. */
function findFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /\.(js|wasm)$/.test(name))
    .map((name) => join(folder, name));
}

/** The uploaded size of a bundle in KB (1,000 bytes) after gzip. */
export function compressedSize(folder: string): number {
  const bytes = findFiles(folder).map((file) => gzipSync(readFileSync(file), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000;
}

async function timeToStart(folder: string | undefined): Promise<number> {
  const files = folder === undefined ? [] : findFiles(folder);
  const script = files.find((file) => file.endsWith(".js"));
  const wasm = files.filter((file) => file.endsWith(".wasm"));
  const startedAt = performance.now();
  const miniflare = new Miniflare({
    compatibilityDate: "2026-04-01",
    cf: false,
    ...(folder && script
      ? {
          modulesRoot: folder,
          modules: [
            { type: "ESModule" as const, path: script },
            ...wasm.map((path) => ({ type: "CompiledWasm" as const, path })),
          ],
        }
      : { modules: true, script: EMPTY }),
  });
  try {
    await miniflare.ready;
    return performance.now() - startedAt;
  } finally {
    await miniflare.dispose();
  }
}

/**
 * How long workerd needs to load a bundle and run its top-level code, minus its start with an empty
 * worker: the median of alternating runs, in milliseconds.
 */
export async function startUpTimes(folders: readonly string[], runs: number): Promise<number[]> {
  const beyond = folders.map((): number[] => []);
  for (let run = 0; run < runs; run++) {
    const empty = await timeToStart(undefined);
    for (const [index, folder] of folders.entries())
      beyond[index]?.push((await timeToStart(folder)) - empty);
  }
  return beyond.map((times) => Math.max(0, median(times)));
}
