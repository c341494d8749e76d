import { expect, test } from "vitest";
import { mergeUnsent, sameAnswers } from "./autosave-queue.client";
import type { Fields } from "./autosave-state";

const form = (fields: Record<string, string>): Fields => Object.entries(fields);

const title = (text: string) => form({ title: text });
const panel = form({ title: "a", "tracks[0].id": "t1", "tracks[0].producers[0].name": "Ada" });
const closedPanel = form({ title: "b", "tracks[0].id": "t1" });
const otherRow = form({ title: "c", "tracks[0].id": "t2", "tracks[0].producers[0].name": "Bea" });

const lines: [string, Fields[], Fields, Fields[]][] = [
  ["the latest state of a form wins", [title("a")], title("b"), [title("b")]],
  ["what a closed panel held still goes out first", [panel], closedPanel, [panel, closedPanel]],
  ["a panel that was opened again replaces what it held", [panel, closedPanel], panel, [panel]],
  ["the same names around another row are other fields", [panel], otherRow, [panel, otherRow]],
  ["nothing waits: the state is all there is", [], closedPanel, [closedPanel]],
];

test.each(lines)("%s", (_, unsent, fields, expectedFields) => {
  expect(mergeUnsent(unsent, fields)).toEqual(expectedFields);
});

const pairs: [string, Record<string, string>, Record<string, string>, boolean][] = [
  ["stray spaces", { a: " x " }, { a: "x" }, true],
  ["empty fields", { a: "x", b: "" }, { a: "x" }, true],
  ["line ends", { a: "x\r\ny" }, { a: "x\ny" }, true],
  ["another text", { a: "x" }, { a: "y" }, false],
  ["another field", { a: "x" }, { b: "x" }, false],
];

test.each(pairs)("answers that differ in %s: %j and %j", (_, one, other, same) => {
  expect(sameAnswers(form(one), form(other))).toBe(same);
});
