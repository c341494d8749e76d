import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readManifest } from "../../workers/commands/pages-manifest";

/** Words of the web itself, which libraries in the bundle use too. */
const MEDIA_TYPE = /^(application|audio|image|multipart|text)\/[\w.+-]+$/;

/** Texts of at least 20 characters in quotes, as good as fingerprints of a file. */
function literals(path: string): string[] {
  return Array.from(
    readFileSync(path, "utf8").matchAll(/"([^"\\\n]{20,})"|'([^'\\\n]{20,})'/g),
    (match) => match[1] ?? match[2] ?? "",
  ).filter((text) => !text.startsWith("~/") && !text.startsWith("./"));
}

function filesIn(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => ending.test(path) && !path.includes(".test."));
}

test("nothing of a server file reaches the browser's bundle", () => {
  const bundle = filesIn("public/build", /\.js$/).map((path) => readFileSync(path, "utf8"));
  const sharedLiterals = new Set(
    filesIn("app", /\.tsx?$/)
      .filter((path) => !path.includes(".server."))
      .flatMap(literals),
  );
  const markers = filesIn("app", /\.server\.ts$/)
    .flatMap(literals)
    .filter((text) => !sharedLiterals.has(text) && !MEDIA_TYPE.test(text));
  expect(bundle.length).toBeGreaterThan(5);
  expect(markers.length).toBeGreaterThan(20);
  expect(markers.filter((marker) => bundle.some((js) => js.includes(marker)))).toEqual([]);
});

test("bindings are named only in server files, edge functions and workers", () => {
  const types = /\b(D1Database|R2Bucket|KVNamespace|Queue<|RateLimit)\b/;
  const offenders = filesIn("app", /\.tsx?$/).filter(
    (path) => !path.includes(".server.") && types.test(readFileSync(path, "utf8")),
  );
  expect(offenders).toEqual([]);
});

test("no step waits for more than a dozen scripts, and all that pages and scripts name are there", () => {
  const files = filesIn("public/build", /\.js$/);
  const [manifestPath = "", ...others] = files.filter((path) => path.includes("/manifest-"));
  const manifest = readManifest(readFileSync(manifestPath, "utf8"));
  expect([`public${manifest.url}`, others]).toEqual([manifestPath, []]);
  const scriptsOf = ({ module, imports = [] }: { module: string; imports?: string[] }) => [
    module,
    ...imports,
  ];
  const always = [manifest.entry, manifest.routes.root, manifest.routes["routes/submit"]];
  for (const step of ["artist", "music", "about", "review"]) {
    const parts = [...always, manifest.routes[`routes/submit.${step}`]];
    const scripts = new Set(parts.flatMap((part) => (part ? scriptsOf(part) : [])));
    expect(scripts.size, step).toBeGreaterThan(parts.length);
    expect(scripts.size, step).toBeLessThanOrEqual(12);
  }
  const inManifest = [manifest.entry, ...Object.values(manifest.routes)]
    .flatMap(scriptsOf)
    .map((path) => `public${path}`);
  const inScripts = files.flatMap((path) =>
    Array.from(
      readFileSync(path, "utf8").matchAll(/\b(?:import|from)\s*\(?"(\.{1,2}\/[^"]+)"/g),
      (match) => join(dirname(path), match[1] ?? ""),
    ),
  );
  expect(inScripts.length).toBeGreaterThan(50);
  expect([...inManifest, ...inScripts].filter((path) => !existsSync(path))).toEqual([]);
});
