import { createHash, randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import * as v from "valibot";

const root = fileURLToPath(new URL("../..", import.meta.url));
const CACHE = join(root, "node_modules/.cache/bundles");
const bundles = new Map<string, Promise<string>>();

/** A cached bundle: its source files, their hash and the code. */
const storedBundleSchema = v.object({
  inputs: v.array(v.string()),
  hash: v.string(),
  code: v.string(),
});

/** The hash of a bundle's source files, the bundler and this file. */
function hashFiles(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of [...files, "package-lock.json", "tests/support/bundled-worker.ts"])
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

/** Reads a cached bundle of any process, unless one of its files has changed. */
function readStoredBundle(file: string): string | undefined {
  try {
    const { inputs, hash, code } = v.parse(
      storedBundleSchema,
      JSON.parse(readFileSync(file, "utf8")),
    );
    return hashFiles(inputs) === hash ? code : undefined;
  } catch {
    // There is no cached bundle, or one of its files was deleted.
    return undefined;
  }
}

async function bundle(entry: string): Promise<string> {
  const file = join(CACHE, `${entry.replaceAll("/", "+")}.json`);
  const storedCode = readStoredBundle(file);
  if (storedCode !== undefined) return storedCode;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    target: "es2022",
    external: ["cloudflare:*", "node:*", "*.wasm"],
    alias: { "~": `${root}app` },
    logLevel: "silent",
  });
  const code = outputFiles[0]?.text ?? "";
  const inputs = Object.keys(metafile.inputs);
  mkdirSync(CACHE, { recursive: true });
  // Written atomically, as another process may read it now.
  const unfinished = `${file}.${randomUUID()}`;
  writeFileSync(unfinished, JSON.stringify({ inputs, hash: hashFiles(inputs), code }));
  renameSync(unfinished, file);
  return code;
}

/**
 * A bundle as the only module of a worker. The runtime's tool parses a plain script for its imports at each
 * start, which takes longer than the start itself. Needs `modulesRoot: "/"`.
 */
export const asModules = (contents: string) => [
  { type: "ESModule" as const, path: "/worker.js", contents },
];

/**
 * Bundles a worker as its deployment does, once for all fixtures of all processes.
 * @param entry from the root of the repository, such as `workers/jobs/index.ts`.
 */
export function bundleWorker(entry: string): Promise<string> {
  const code = bundles.get(entry) ?? bundle(entry);
  bundles.set(entry, code);
  return code;
}
