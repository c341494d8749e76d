import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import * as v from "valibot";
import { expect, test } from "vitest";

/* Who may import whom is a lint rule: one whose files were renamed would forbid nothing, and say so to nobody. */

const paths = v.optional(
  v.union([v.pipe(v.string(), v.transform(Array.of<string>)), v.array(v.string())]),
  [],
);
const rulesSchema = v.object({
  forbidden: v.array(
    v.object({ name: v.string(), from: v.object({ path: paths, pathNot: paths }) }),
  ),
});
const rules = createRequire(import.meta.url)("../../.dependency-cruiser.cjs");
const files = ["app", "functions", "workers"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(tsx?|mjs)$/.test(path))
    .map((path) => `${folder}/${path}`),
);
const isOneOf = (path: string, patterns: string[]) =>
  patterns.some((pattern) => new RegExp(pattern).test(path));

test("every rule of who may import whom is for files that there are", () => {
  const { forbidden } = v.parse(rulesSchema, rules);
  const idle = forbidden.filter(
    ({ from: { path, pathNot } }) =>
      path.length > 0 && !files.some((file) => isOneOf(file, path) && !isOneOf(file, pathNot)),
  );
  expect(forbidden.length).toBeGreaterThan(20);
  expect(idle.map(({ name }) => name)).toEqual([]);
});
