import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseSettings } from "~/platform/settings";

/* What a stranger may fill or repeat: settings, whose defaults docs/operations.md tells. */

/** Of the table of limits: each setting with its default as the page tells it. */
function toldDefaults(): [name: string, told: number][] {
  const page = readFileSync("docs/operations.md", "utf8");
  const table = page.slice(page.indexOf("\n## Limits\n"), page.indexOf("\n## Cookies\n"));
  return table.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const names = cells[1]?.match(/LIMIT_\w+/g) ?? [];
    const values = cells.at(-2)?.match(/\d+/g) ?? [];
    return names.map((name, at): [string, number] => [name, Number(values[at] ?? values[0])]);
  });
}

test("every limit is a setting whose default is the one that the page on operations tells", () => {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32) });
  const limits = Object.entries(settings).filter(([name]) => name.startsWith("LIMIT_"));
  expect(Object.fromEntries(toldDefaults())).toEqual(Object.fromEntries(limits));
});

test("a draft takes 6 GB of files, 40 of them at a time, and 256 KB of text, unless it is set otherwise", () => {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), LIMIT_OPEN_UPLOADS: "7" });
  const { LIMIT_DRAFT_FILES_MB, LIMIT_DRAFT_KB, LIMIT_OPEN_UPLOADS } = settings;
  expect([LIMIT_DRAFT_FILES_MB, LIMIT_DRAFT_KB, LIMIT_OPEN_UPLOADS]).toEqual([6_000, 256, 7]);
  expect(parseSettings({ SIGNING_SECRET: "s".repeat(32) }).LIMIT_OPEN_UPLOADS).toBe(40);
});
