import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseSettings } from "~/platform/settings";

/* The limits on what unknown visitors may store or repeat; docs/limits.md lists their defaults. */

/** Each setting with its default, from the page's table of limits. */
function toldDefaults(): [name: string, told: number][] {
  const page = readFileSync("docs/limits.md", "utf8");
  return page.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const names = cells[1]?.match(/LIMIT_\w+/g) ?? [];
    const values = cells.at(-2)?.match(/\d+/g) ?? [];
    return names.map((name, index): [string, number] => [name, Number(values[index] ?? values[0])]);
  });
}

test("every limit is a setting with the default that docs/limits.md lists", () => {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32) });
  const limits = Object.entries(settings).filter(([name]) => name.startsWith("LIMIT_"));
  expect(Object.fromEntries(toldDefaults())).toEqual(Object.fromEntries(limits));
});

/** For whom each limit counts, from the page's table. */
function holders(): [name: string, holder: string][] {
  const page = readFileSync("docs/limits.md", "utf8");
  return page.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const names = cells[1]?.match(/LIMIT_\w+/g) ?? [];
    return names.map((name): [string, string] => [name, cells[3] ?? ""]);
  });
}

test("every limit says for whom it counts; each network has a share of the shared limits", () => {
  const singleScope =
    /^(?:a draft|a visitor|an address|a household|a household, an address|staff)$/;
  const globalScope = /^all; a network (?:a fifth|about \d|its shares)/;
  const others = holders().filter(
    ([, holder]) => !singleScope.test(holder) && !globalScope.test(holder),
  );
  expect(others).toEqual([]);
  const shared = holders().filter(([, holder]) => globalScope.test(holder));
  expect(shared.map(([name]) => name)).toEqual([
    ...["LIMIT_OPEN_DRAFTS", "LIMIT_DATABASE_MB", "LIMIT_SPOOLED_FILES", "LIMIT_REPORTS_PER_DAY"],
    ...["LIMIT_LINK_MAILS_PER_DAY", "LIMIT_UPLOADS_PER_HOUR", "LIMIT_UPLOADS_GB_PER_HOUR"],
    ...["LIMIT_BUCKET_GB", "LIMIT_ALL_LOOKUPS_PER_MINUTE", "LIMIT_ENTRIES_PER_DAY"],
  ]);
});

test("a draft takes 6 GB of files, 40 of them at a time, and 256 KB of text, unless it is set otherwise", () => {
  const settings = parseSettings({ SIGNING_SECRET: "s".repeat(32), LIMIT_OPEN_UPLOADS: "7" });
  const { LIMIT_DRAFT_FILES_MB, LIMIT_DRAFT_KB, LIMIT_OPEN_UPLOADS } = settings;
  expect([LIMIT_DRAFT_FILES_MB, LIMIT_DRAFT_KB, LIMIT_OPEN_UPLOADS]).toEqual([6_000, 256, 7]);
  expect(parseSettings({ SIGNING_SECRET: "s".repeat(32) }).LIMIT_OPEN_UPLOADS).toBe(40);
});
