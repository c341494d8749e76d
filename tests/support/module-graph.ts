import { build, type Plugin } from "esbuild";

/** What no file of ours is, or is only once it is built. */
const elsewhere: Plugin = {
  name: "elsewhere",
  setup({ onResolve }) {
    onResolve({ filter: /^(?:cloudflare:|remix-build$)|\.wasm$/ }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/** Which files import a file, by its path from the root of the repository. */
export type Importers = ReadonlyMap<string, readonly string[]>;

/** Reads the imports of source files, also of those that are imported on use. Imports of types alone do not count. */
export async function readImporters(files: readonly string[]): Promise<Importers> {
  const { metafile } = await build({
    stdin: {
      contents: files.map((file) => `import ${JSON.stringify(`./${file}`)};`).join("\n"),
      resolveDir: ".",
    },
    bundle: true,
    write: false,
    metafile: true,
    outdir: "build",
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": "./app" },
    plugins: [elsewhere],
    loader: { ".css": "empty", ".module.css": "empty" },
    logLevel: "silent",
  });
  const importers = new Map<string, string[]>();
  for (const [importer, { imports }] of Object.entries(metafile.inputs))
    for (const { path } of imports) {
      const known = importers.get(path) ?? [];
      importers.set(path, [...known, importer]);
    }
  return importers;
}

/** The files that need one of these, each with how many imports lie between; these themselves at 0. */
export function findAffected(
  changed: readonly string[],
  importers: Importers,
): ReadonlyMap<string, number> {
  const distances = new Map(changed.map((file) => [file, 0]));
  // A map hands out what is added while it is walked, so the nearest files come first.
  for (const [file, distance] of distances)
    for (const importer of importers.get(file) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
