import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { minify } from "@swc/wasm";
import { transform } from "esbuild";
import {
  type GetManualChunk,
  type ModuleInfo,
  type OutputChunk,
  type Plugin,
  rollup,
} from "rollup";
import * as v from "valibot";
import { OLD_SYNTAX } from "./browser-floor";
import { fetchBeforeImport } from "./fetch-before-import";
import { inlineFeatureFlags } from "./inline-feature-flags";
import { manifestScript, type PagesManifest, packManifest, readManifest } from "./pages-manifest";
import { planScripts } from "./script-plan";

const PUBLIC = resolve("public");
const SCRIPTS = join(PUBLIC, "build");
/** Stands between the site and what Remix wrote. */
const PAGES = "build/pages.js";

/**
 * What is smaller goes along with something else, in bytes before gzip: no more than a request of its
 * own costs, since who loads the one then loads the other for nothing.
 */
const SMALLEST = 1_000;

/** What Remix puts at the end of a script's name. */
const REMIX_HASH = /-[A-Z0-9]{8}$/;

const metafileSchema = v.object({
  outputs: v.record(v.string(), v.object({ inputs: v.record(v.string(), v.unknown()) })),
});

/** Remix's scripts in which there is nothing of the app's. */
function foreignScripts(): Set<string> {
  const metafile: unknown = JSON.parse(readFileSync("build/metafile.js.json", "utf8"));
  const outputs = Object.entries(v.parse(metafileSchema, metafile).outputs);
  const foreign = outputs.filter(
    ([, { inputs }]) => !Object.keys(inputs).some((input) => input.startsWith("app/")),
  );
  return new Set(foreign.map(([path]) => resolve(path)));
}

/**
 * What a script takes something from. Remix's compiler has each page's script name all that its server
 * side needs, too, without taking anything from it: that is no reason to send it along.
 */
function importsInto(info: ModuleInfo | null): string[] {
  return (info?.ast?.body ?? []).flatMap((node) => {
    if (node.type !== "ImportDeclaration" && node.type !== "ExportNamedDeclaration") return [];
    const path = node.source?.value;
    return typeof path === "string" && node.specifiers.length > 0 ? [join(PUBLIC, path)] : [];
  });
}

/** @param entries what pages begin with: paths of files, and the names of the routes. */
function chunksFor(entries: ReadonlyMap<string, string>): GetManualChunk {
  const foreign = foreignScripts();
  let plan: Map<string, string> | undefined;
  return (id, { getModuleIds, getModuleInfo }) => {
    plan ??= planScripts(
      {
        ids: [...getModuleIds()],
        importsOf: (one) => importsInto(getModuleInfo(one)),
        loadsOf: (one) => getModuleInfo(one)?.dynamicallyImportedIds ?? [],
        sizeOf: (one) => getModuleInfo(one)?.code?.length ?? 0,
        isForeign: (one) => foreign.has(one),
      },
      entries,
    );
    return plan.get(id);
  };
}

/** Remix's scripts name each other by their paths on the site. */
const bySitePath: Plugin = {
  name: "by-site-path",
  resolveId: (path) => (path.startsWith("/build/") ? join(PUBLIC, path) : null),
};

/** Before it is looked at what is used of it. */
const choiceSettler: Plugin = { name: "settled", transform: (code) => inlineFeatureFlags(code) };

/**
 * Before a script gets its name, so that the name stands for what browsers keep under it. The parts
 * are minified already, in which a parameter's default and a variable of the body may share a name:
 * terser takes the two for one. swc does not, and what it leaves is 5 % less than esbuild does.
 */
const minifier: Plugin = {
  name: "minified",
  async renderChunk(code) {
    // Remix's compiler writes what browsers of 2022 read.
    const older = await transform(code, { ...OLD_SYNTAX, format: "esm" });
    const options = { module: true, compress: { passes: 2 }, mangle: true, ecma: 2020 } as const;
    return (await minify(older.code, options)).code;
  },
};

/** What pages have loaded before anything is used: their own scripts lead to it. */
const isEverywhere = (name: string) =>
  ["portal", "library", "wizard", "forms", "typed"].includes(name);

const sitePath = (fileName: string) => `/build/${fileName}`;

async function bundle(entries: ReadonlyMap<string, string>): Promise<OutputChunk[]> {
  const build = await rollup({
    input: Object.fromEntries([...entries].map(([path, name]) => [name, path])),
    plugins: [
      bySitePath,
      choiceSettler,
      minifier,
      fetchBeforeImport(sitePath, isEverywhere, "library"),
    ],
    treeshake: {
      ...{ propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      // No script is there for what it does by itself, but those that pages begin with.
      moduleSideEffects: (id) => entries.has(id),
    },
    onLog(level, { code, message }) {
      // Whatever else it wonders at may be broken in a browser.
      if (level === "warn" && code !== "EMPTY_BUNDLE") throw new Error(message);
    },
  });
  const { output } = await build.generate({
    format: "es",
    manualChunks: chunksFor(entries),
    onlyExplicitManualChunks: true,
    experimentalMinChunkSize: SMALLEST,
    hoistTransitiveImports: false,
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: ({ name }) => `shared/${name.replace(REMIX_HASH, "")}-[hash].js`,
  });
  await build.close();
  return output.filter((one) => one.type === "chunk");
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** @returns the manifest that Remix has written for browsers. */
function remixManifest(): PagesManifest {
  const [name, ...more] = readdirSync(SCRIPTS).filter((file) => file.startsWith("manifest-"));
  if (!name || more.length > 0) throw new Error("public/build holds no manifest, or several.");
  return readManifest(readFileSync(join(SCRIPTS, name), "utf8"));
}

function removeScripts(): void {
  for (const file of readdirSync(SCRIPTS, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".js")) rmSync(join(SCRIPTS, file));
}

/** The scripts of the pages as they are served. */
export interface PackedPages {
  manifest: PagesManifest;
  /** What a script loads, at once or once it is needed, by paths on the site. */
  leadsTo: (path: string) => readonly string[];
}

/** Lets the site serve the pages as Remix has built them. */
export function servePagesAsBuilt(): void {
  write(PAGES, 'export * from "./index.js";\n');
}

/**
 * Packs the scripts of the pages, which `remix build` leaves in `public/build`, into few. Its
 * compiler makes a script of every set of modules that two pages share: a hundred, half of them
 * under 1 KB, up to fifty for one step, on lines where each costs a round trip.
 */
export async function packScripts(): Promise<PackedPages> {
  const manifest = remixManifest();
  const modules = new Map([["entry.client", manifest.entry.module]]);
  for (const [id, { module }] of Object.entries(manifest.routes)) modules.set(id, module);
  const chunks = await bundle(
    new Map([...modules].map(([name, module]) => [join(PUBLIC, module), name])),
  );
  const files = new Map(chunks.map((one) => [one.facadeModuleId, one.fileName]));
  const imports = new Map(
    chunks.map(({ fileName, imports }) => [sitePath(fileName), imports.map(sitePath)]),
  );
  const hash = createHash("sha256").update([...imports.keys(), JSON.stringify(manifest)].join());
  const packedManifest = packManifest(manifest, {
    pathOf(module) {
      const fileName = files.get(join(PUBLIC, module));
      return fileName && sitePath(fileName);
    },
    importsOf: (path) => imports.get(path) ?? [],
    version: hash.digest("hex").slice(0, 8),
  });
  removeScripts();
  for (const { fileName, code } of chunks) write(join(SCRIPTS, fileName), code);
  write(join(PUBLIC, packedManifest.url), manifestScript(packedManifest));
  const json = JSON.stringify(packedManifest);
  write(PAGES, `export * from "./index.js";\nexport const assets = ${json};\n`);
  const leadsTo = new Map(
    chunks.map(({ fileName, imports, dynamicImports }) => [
      sitePath(fileName),
      [...imports, ...dynamicImports].map(sitePath),
    ]),
  );
  return { manifest: packedManifest, leadsTo: (path) => leadsTo.get(path) ?? [] };
}
