import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

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
  const shared = new Set(
    filesIn("app", /\.tsx?$/)
      .filter((path) => !path.includes(".server."))
      .flatMap(literals),
  );
  const markers = filesIn("app", /\.server\.ts$/)
    .flatMap(literals)
    .filter((text) => !shared.has(text) && !MEDIA_TYPE.test(text));
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
