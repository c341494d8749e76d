import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

/* In the types a style sheet has every class name: a class that moved away would silently be missing. */

const APP = fileURLToPath(new URL("../../app", import.meta.url));
const SHEET = /import (\w+) from "([~.][^"]+\.module\.css)"/g;

/** The classes that `file` uses of a sheet that does not have them. */
function findMissing(file: string): string[] {
  const source = readFileSync(file, "utf8");
  return [...source.matchAll(SHEET)].flatMap(([line, name = "", from = ""]) => {
    const sheet = from.startsWith("~") ? join(APP, from.slice(1)) : join(dirname(file), from);
    const css = readFileSync(sheet, "utf8");
    const classUses = source
      .replace(line, "")
      .matchAll(new RegExp(`(?:className=\\{|\\$\\{|[?:] |&& )${name}\\.(\\w+)`, "g"));
    return [...classUses]
      .filter(([, className]) => !new RegExp(`\\.${className}\\b`).test(css))
      .map(([, className]) => `${file.slice(APP.length + 1)}: ${name}.${className}`);
  });
}

test("whatever class a part wears is in the sheet that it takes it from", () => {
  const files = readdirSync(APP, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx"))
    .map((path) => join(APP, path));
  expect(files.flatMap(findMissing)).toEqual([]);
});
