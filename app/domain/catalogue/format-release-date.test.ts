import { expect, test } from "vitest";
import { formatReleaseDate } from "./format-release-date";

test.each([
  ["2024-03-15", "March 15, 2024"],
  ["2017-06", "June 2017"],
  ["2016", "2016"],
  ["2024-13", "2024-13"],
  ["20240315", "20240315"],
  ["2024-02-31", "2024-02-31"],
  ["0000", ""],
  ["soon", "soon"],
  ["", ""],
])("the release date %j is shown as %j", (date, text) => {
  expect(formatReleaseDate(date)).toBe(text);
});
