import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { statusLabel, statusOfLabel, submissionStatuses } from "~/reference/statuses";
import { boardLabels } from "./board-labels";

test("every status survives the way to the board and back", () => {
  for (const status of submissionStatuses) expect(statusOfLabel(statusLabel(status))).toBe(status);
});

test.each([
  ["LIVE", "live"],
  [" In Progress ", "in progress"],
  ["in_progress", "in progress"],
  ["Working on it", undefined],
  ["", undefined],
])("the label %j is the status %s", (label, status) => {
  expect(statusOfLabel(label)).toBe(status);
});

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
