import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SOURCES = [
  ...["app", "functions", "workers", "public", "remix.config.js", "vite.config.ts"],
  ...["wrangler.toml", "tsconfig.json", "package-lock.json"],
];
/** Outputs among the sources, and files that the build never reads. */
const IGNORED = /(?:^|\/)(?:build|node_modules)\/|^public\/(?:workers|plain\.css)|\.test\.tsx?$/;

/** Outputs outside of `build/`. */
const OUTPUTS = ["public/workers", "public/plain.css", "workers/jobs/build/fonts"];

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"));
}

/** A hash of the names and contents of all files that the build reads. */
export function sourceFingerprint(root = "."): string {
  const hash = createHash("sha256");
  const files = SOURCES.map((name) => join(root, name))
    .filter((path) => existsSync(path))
    .flatMap(filesUnder)
    .map((path) => path.slice(root === "." ? 0 : root.length + 1));
  for (const file of files.filter((name) => !IGNORED.test(name)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("hex");
}

const FINGERPRINT_FILE = "build/fingerprint.txt";

/** Whether the last complete build was made from the current sources. */
export function isBuildCurrent(): boolean {
  if (!existsSync(FINGERPRINT_FILE) || !OUTPUTS.every((path) => existsSync(path))) return false;
  return readFileSync(FINGERPRINT_FILE, "utf8") === sourceFingerprint();
}

/** Called before a build, so that an interrupted build is repeated. */
export function clearFingerprint(): void {
  rmSync(FINGERPRINT_FILE, { force: true });
}

/** @param fingerprint of the sources when the build began. */
export function storeFingerprint(fingerprint: string): void {
  writeFileSync(FINGERPRINT_FILE, fingerprint);
}
