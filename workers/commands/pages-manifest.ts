import * as v from "valibot";

const scriptsSchema = v.looseObject({
  module: v.string(),
  imports: v.optional(v.array(v.string())),
});

/** What Remix tells server and browser of the scripts of each route, by their paths on the site. */
const manifestSchema = v.looseObject({
  version: v.string(),
  url: v.string(),
  entry: scriptsSchema,
  routes: v.record(v.string(), scriptsSchema),
});
export type PagesManifest = v.InferOutput<typeof manifestSchema>;

const PREFIX = "window.__remixManifest=";

/** @throws Error when the script that Remix writes for browsers is not what it used to be. */
export function readManifest(script: string): PagesManifest {
  if (!script.startsWith(PREFIX)) throw new Error("The manifest of the pages begins differently.");
  const json: unknown = JSON.parse(script.slice(PREFIX.length).replace(/;\s*$/, ""));
  return v.parse(manifestSchema, json);
}

/** The manifest as the script that browsers load. */
export function manifestScript(manifest: PagesManifest): string {
  return `${PREFIX}${JSON.stringify(manifest)};`;
}

/** Everything that a script needs before it runs, near and far. */
export function transitiveImports(
  path: string,
  importsOf: (path: string) => readonly string[],
): string[] {
  const moduleNames = new Set<string>();
  const open = [path];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const next of importsOf(at)) {
      if (!moduleNames.has(next)) open.push(next);
      moduleNames.add(next);
    }
  return [...moduleNames];
}

/** What was made of the scripts that a manifest names. */
export interface PackedScripts {
  /** The path of the script that stands for one of Remix's. */
  pathOf: (remixPath: string) => string | undefined;
  /** What a script imports, by paths. */
  importsOf: (path: string) => readonly string[];
  /** A name for all of them together, by which pages know whether they are outdated. */
  version: string;
}

/**
 * The manifest of the same pages with packed scripts.
 * @throws Error when a page has lost its script.
 */
export function packManifest(manifest: PagesManifest, packed: PackedScripts): PagesManifest {
  function move<S extends PagesManifest["entry"]>(scripts: S): S {
    const module = packed.pathOf(scripts.module);
    if (module === undefined) throw new Error(`${scripts.module} was not packed.`);
    return { ...scripts, module, imports: transitiveImports(module, packed.importsOf) };
  }
  const { version } = packed;
  return {
    ...manifest,
    version,
    url: `/build/manifest-${version.toUpperCase()}.js`,
    entry: move(manifest.entry),
    routes: Object.fromEntries(
      Object.entries(manifest.routes).map(([id, route]) => [id, move(route)]),
    ),
  };
}
