import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { filesOf, readClientManifest } from "../../workers/cli/client-manifest";

/** Common terms of the web, which libraries in the bundle use too. */
const MEDIA_TYPE = /^(application|audio|image|multipart|text)\/[\w.+-]+$/;

/** String literals of at least 20 characters, which identify a file. */
function literals(path: string): string[] {
  return Array.from(
    readFileSync(path, "utf8").matchAll(/"([^"\\\n]{20,})"|'([^'\\\n]{20,})'/g),
    (match) => match[1] ?? match[2] ?? "",
  ).filter((text) => !text.startsWith("~/") && !text.startsWith("./"));
}

function listFiles(folder: string, ending: RegExp): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => join(folder, path))
    .filter((path) => ending.test(path) && !path.includes(".test."));
}

test("nothing of a server file reaches the browser's bundle", () => {
  const bundle = listFiles("build/client/assets", /\.js$/).map((path) =>
    readFileSync(path, "utf8"),
  );
  const sharedLiterals = new Set(
    listFiles("app", /\.tsx?$/)
      .filter((path) => !path.includes(".server."))
      .flatMap(literals),
  );
  const markers = listFiles("app", /\.server\.ts$/)
    .flatMap(literals)
    .filter((text) => !sharedLiterals.has(text) && !MEDIA_TYPE.test(text));
  expect(bundle.length).toBeGreaterThan(5);
  expect(markers.length).toBeGreaterThan(20);
  expect(markers.filter((marker) => bundle.some((js) => js.includes(marker)))).toEqual([]);
});

test("bindings are named only in server files, edge functions and workers", () => {
  const types = /\b(D1Database|R2Bucket|KVNamespace|Queue<|RateLimit)\b/;
  const offenders = listFiles("app", /\.tsx?$/).filter(
    (path) => !path.includes(".server.") && types.test(readFileSync(path, "utf8")),
  );
  expect(offenders).toEqual([]);
});

const routeModule = (path: string) => `app/${path}?__remix-build-client-route`;
const STEPS = ["submit.artist/route", "submit.music/route", "submit.about", "submit.review/route"];

test.each(STEPS)("%s loads at most a dozen scripts", (step) => {
  const modules = [
    "app/entry.client.tsx",
    ...["root.tsx", "routes/submit.tsx", `routes/${step}.tsx`].map(routeModule),
  ];
  const files = filesOf(readClientManifest(), modules, { withDynamic: false });
  const scripts = files.filter((path) => path.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(modules.length);
  expect(scripts.length).toBeLessThanOrEqual(12);
});

test("every file that a script loads exists", () => {
  const scripts = listFiles("build/client/assets", /\.js$/);
  const imports = scripts.flatMap((path) =>
    Array.from(
      readFileSync(path, "utf8").matchAll(/\b(?:import|from)\s*\(?"(\.{1,2}\/[^"]+)"/g),
      (match) => join(dirname(path), match[1] ?? ""),
    ),
  );
  expect(imports.length).toBeGreaterThan(50);
  expect(imports.filter((path) => !existsSync(path))).toEqual([]);
});
