import { expect, test } from "vitest";
import { matchSheet } from "./match-template";
import { TEMPLATE_LIMITS } from "./sheet-template";
import { correctTemplate } from "./template-form";

const ROWS = [
  ["Upload", "", ""],
  ["Song title", "ISRC", "Mood"],
  ["Song one", "GBH1N2610001", "Calm"],
];
const stored = { sheets: [matchSheet("Sheet 1", ROWS)] };

/** The corrected sheet of a form with these columns. */
function corrected(columns: object[], more: object = {}, name: unknown = "Nordic") {
  const sheet = { line: "track", matched: "2", header: "2", start: "3", columns, ...more };
  return correctTemplate(stored, { name, sheets: [sheet] } as never);
}

test("columns get the field and the format that were chosen, and the rows stay as they were read", () => {
  const { name, sheets } = corrected([
    { field: "fullTitle", format: "", text: "lost", isNeeded: "on" },
    { field: "isrc", format: "hyphens", text: "", isNeeded: "on" },
    { field: "fixed", format: "hyphens", text: " Moody ", isNeeded: "on" },
  ]);
  expect(name).toBe("Nordic");
  expect(sheets[0]).toMatchObject({ rows: ROWS, header: 1, start: 2, line: "track" });
  expect(sheets[0]?.columns).toEqual([
    { field: "fullTitle", format: "", text: "", isNeeded: true },
    { field: "isrc", format: "hyphens", text: "", isNeeded: true },
    { field: "fixed", format: "", text: "Moody", isNeeded: false },
  ]);
});

test("what no form of ours posts is left out", () => {
  const { sheets } = corrected([
    { field: "toString", format: "__proto__", text: "x".repeat(9_999), isNeeded: "on" },
    { field: "isrc", format: "MM/DD/YYYY" },
    { field: "fixed", text: "x".repeat(9_999) },
    { field: "isrc" },
  ]);
  const [first, second, third, ...others] = sheets[0]?.columns ?? [];
  expect(first).toEqual({ field: "empty", format: "", text: "", isNeeded: false });
  expect(second).toMatchObject({ field: "isrc", format: "" });
  expect(third?.text).toHaveLength(TEMPLATE_LIMITS.cell);
  expect(others).toEqual([]);
  expect(corrected([], {}, { a: "b" }).name).toBe("");
});

test("the rows of names and of the first line stay within the template", () => {
  const placeOf = (more: object) => {
    const [sheet] = corrected([], { matched: "2", ...more }).sheets;
    return [sheet?.header, sheet?.start];
  };
  expect(placeOf({ header: "1", start: "3" })).toEqual([0, 2]);
  expect(placeOf({ header: "99", start: "1" })).toEqual([2, 3]);
  expect(placeOf({ header: "2", start: "500" })).toEqual([1, 3]);
  expect(placeOf({ header: "-1", start: "x" })).toEqual([0, 1]);
});

test("columns that no form posted stay as they were matched, and other names are matched anew", () => {
  expect(correctTemplate(stored, {}).sheets).toEqual(stored.sheets);
  const [sheet] = corrected([{ field: "iswc" }], { header: "3" }).sheets;
  expect(sheet?.columns.map(({ field }) => field)).not.toContain("iswc");
});
