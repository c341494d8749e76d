import { readdirSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

/* The rules for file sizes and names; `npm run house` prints the rest. */

const lines = (path: string) => readFileSync(path, "utf8").split("\n").length - 1;
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.d|\.test)\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`);

test.each(listFiles("functions"))("%s, at the edge, has fewer than 60 lines", (path) => {
  expect(lines(path)).toBeLessThan(60);
});

test.each(["app/load-context.server.ts", "workers/jobs/environment.ts"])(
  "%s only wires modules together, and has fewer than 80 lines",
  (path) => expect(lines(path)).toBeLessThan(80),
);

test.each(["app", "functions", "workers"])("no file in %s has 300 lines", (folder) => {
  expect(listFiles(folder).filter((path) => lines(path) >= 300)).toEqual([]);
});

/** Where the functions of a file with over 100 lines begin. */
function longFunctions(path: string): string[] {
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const lineAt = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const first = lineAt(node.getStart(source));
    const count = lineAt(node.end) - first + 1;
    if (ts.isFunctionLike(node) && count > 100) found.push(`${path}:${first}, ${count} lines`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/* Biome's own rule counts no lines of JSX. */
test.each(["app", "functions", "workers"])("no function in %s has over 100 lines", (folder) => {
  expect(listFiles(folder).flatMap(longFunctions)).toEqual([]);
});

/** Names required by a framework or tool, and those of the bench workers, which are built separately. */
const GIVEN = /^(index|route|root|entry\.(client|server))\.tsx?$/;

test("no two files have one name", () => {
  const folders = ["app", "functions", "workers", "tests"];
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
  );
  const pathsByName = new Map<string, string[]>();
  for (const path of paths) {
    const name = basename(path);
    if (!/\.(tsx?|mjs|module\.css)$/.test(name) || GIVEN.test(name)) continue;
    pathsByName.set(name, [...(pathsByName.get(name) ?? []), path]);
  }
  expect([...pathsByName.values()].filter((same) => same.length > 1)).toEqual([]);
});

test("the README has at most 100 lines", () => {
  expect(lines("README.md")).toBeLessThanOrEqual(100);
});
