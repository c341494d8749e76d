import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { boardLabels } from "./board-labels";

test("labels fit the board: at most 40 in a column, at most 30 characters", () => {
  for (const labels of Object.values(boardLabels)) {
    expect(labels.length).toBeLessThanOrEqual(40);
    for (const label of labels) expect(label.length).toBeLessThanOrEqual(30);
  }
});

test("docs/board.md lists every label", () => {
  const page = readFileSync("docs/board.md", "utf8");
  for (const labels of Object.values(boardLabels)) expect(page).toContain(labels.join(", "));
});
