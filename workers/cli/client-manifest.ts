import { readFileSync } from "node:fs";
import * as v from "valibot";

const chunkSchema = v.object({
  file: v.string(),
  css: v.optional(v.array(v.string()), []),
  imports: v.optional(v.array(v.string()), []),
  dynamicImports: v.optional(v.array(v.string()), []),
});

/** Vite's manifest: each module that has a file of its own, and what that file loads. */
const manifestSchema = v.record(v.string(), chunkSchema);
export type ClientManifest = v.InferOutput<typeof manifestSchema>;

/** Reads the manifest of the last build for browsers (`build.manifest` in `vite.config.ts`). */
export function readClientManifest(): ClientManifest {
  return v.parse(
    manifestSchema,
    JSON.parse(readFileSync("build/.vite/client-manifest.json", "utf8")),
  );
}

/**
 * The files that modules need, by their paths on the site.
 * @param withDynamic includes dynamic imports.
 */
export function filesOf(
  manifest: ClientManifest,
  modules: readonly string[],
  { withDynamic }: { withDynamic: boolean },
): string[] {
  const visited = new Set<string>();
  const files = new Set<string>();
  const pending = [...modules];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    const chunk = manifest[id];
    if (!chunk) throw new Error(`The build has no file for ${id}.`);
    if (visited.has(id)) continue;
    visited.add(id);
    for (const file of [chunk.file, ...chunk.css]) files.add(`/${file}`);
    pending.push(...chunk.imports, ...(withDynamic ? chunk.dynamicImports : []));
  }
  return [...files];
}
