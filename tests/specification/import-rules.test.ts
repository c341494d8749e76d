import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";

/* Imports are restricted by lint rules; a rule whose files were renamed would silently forbid nothing. */

const paths = v.optional(
  v.union([v.pipe(v.string(), v.transform(Array.of<string>)), v.array(v.string())]),
  [],
);
const rulesSchema = v.object({
  forbidden: v.array(
    v.object({
      name: v.string(),
      from: v.object({ path: paths, pathNot: paths }),
      to: v.object({ path: paths, pathNot: paths }),
    }),
  ),
});
const rules = createRequire(import.meta.url)("../../.dependency-cruiser.cjs");
const all = ["app", "functions", "workers"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`),
);
const files = all.filter((path) => /\.(tsx?|mjs)$/.test(path));
const sheets = all.filter((path) => path.endsWith(".css"));
const isOneOf = (path: string, patterns: string[]) =>
  patterns.some((pattern) => new RegExp(pattern).test(path));

/** The import rules that a style sheet breaks, since lint does not read style sheets. */
function brokenBy(sheet: string, other: string): string[] {
  const { forbidden } = v.parse(rulesSchema, rules);
  return forbidden.flatMap(({ name, from, to: target }) => {
    const match = from.path.map((path) => new RegExp(path).exec(sheet)).find((match) => match);
    if (!match || isOneOf(sheet, from.pathNot)) return [];
    const fillPatterns = (patterns: string[]) =>
      patterns.map((pattern) =>
        pattern.replace(/\$(\d)/g, (_, index) => match[Number(index)] ?? ""),
      );
    return isOneOf(other, fillPatterns(target.path)) &&
      !isOneOf(other, fillPatterns(target.pathNot))
      ? [name]
      : [];
  });
}

/** The style sheets that a sheet imports, or composes classes from. */
const takenBy = (sheet: string) =>
  Array.from(
    readFileSync(sheet, "utf8").matchAll(/(?:@import|from) "(\.[^"]+)"/g),
    ([, from = ""]) => join(dirname(sheet), from),
  );

test("a style sheet imports only from folders that its own folder may import", () => {
  const edges = sheets.flatMap((sheet) => takenBy(sheet).map((other) => ({ sheet, other })));
  const breaches = edges.flatMap(({ sheet, other }) =>
    brokenBy(sheet, other).map((rule) => `${rule}: ${sheet} takes in ${other}`),
  );
  expect(edges.length).toBeGreaterThan(5);
  expect(breaches).toEqual([]);
  const wizards = "app/features/wizard/panels.module.css";
  expect(brokenBy("app/features/public/page.css", wizards)).toEqual(["features"]);
  expect(brokenBy("app/ui/theme/base.css", wizards)).toContain("ui");
});

test("every import rule matches existing files", () => {
  const { forbidden } = v.parse(rulesSchema, rules);
  const idle = forbidden.filter(
    ({ from: { path, pathNot } }) =>
      path.length > 0 && !files.some((file) => isOneOf(file, path) && !isOneOf(file, pathNot)),
  );
  expect(forbidden.length).toBeGreaterThan(20);
  expect(idle.map(({ name }) => name)).toEqual([]);
});

/** The files that may name the tool behind the board. */
const BOARD_FILES = [
  "^app/integrations/board/",
  "^workers/(sandbox/|cli/check-monday-contract\\.ts$)",
  // Names of settings.
  "^app/platform/(label|settings|setting-entries|redact-secrets)\\.ts$",
  "^app/observability/health/credential-expiry\\.server\\.ts$",
  "^workers/cli/(settings-from-shell|unknown-settings)\\.ts$",
  // Addresses and fields of the specification's API.
  "^app/api/(router|monday-calls|board-events|link-calls|profile-calls|social-clips|waiting-list-calls)\\.ts$",
  "^app/domain/review/api-tests\\.ts$",
  "^app/observability/errors/failure\\.server\\.ts$",
  "^app/platform/formats/route-name\\.ts$",
  "^workers/cli/start\\.ts$",
  // Texts for people.
  "^app/domain/review/integrations\\.ts$",
  "^app/domain/submission/record/failure-text\\.ts$",
  "^app/reference/pages/privacy-policy\\.ts$",
  // The day of the week.
  "^app/domain/review/snooze\\.ts$",
  // Columns of the database.
  "^app/domain/(access/entry|submission/submission)-tables\\.server\\.ts$",
];

test("only the board's adapter, and what is named by others, knows which tool the board is", () => {
  const named = files
    .filter((path) => !/\.test\.tsx?$/.test(path) && /monday/i.test(readFileSync(path, "utf8")))
    .toSorted();
  expect(named.filter((path) => !isOneOf(path, BOARD_FILES))).toEqual([]);
  const idle = BOARD_FILES.filter((pattern) => !named.some((path) => isOneOf(path, [pattern])));
  expect(idle).toEqual([]);
});
