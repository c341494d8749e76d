import { expect, test } from "vitest";
import { exportNames } from "./export-files.server";

test("a download of a label with a long name keeps its artist and day, and leaves room for the files in it", () => {
  const artistId = "01M8D8NCTBQPS597XSFAXS4B88";
  const { zip, folder } = exportNames({
    brand: "Отдел записей ".repeat(9),
    artistId,
    day: "2026-11-27",
  });
  expect(zip).toMatch(/^Отдел.* data 01M8D8NCTBQPS597XSFAXS4B88 2026-11-27$/);
  expect(folder).toMatch(/^Отдел.* data 2026-11-27$/);
  const longest = `Files/Submissions/${"r".repeat(44)}/Clips/${"f".repeat(42)}`;
  expect(
    ["C:\\Users\\Sigrid Valentin\\Downloads", zip, folder, longest].join("\\").length,
  ).toBeLessThan(260);
});
