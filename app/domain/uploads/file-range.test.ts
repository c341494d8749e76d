import { expect, test } from "vitest";
import { parseRange } from "./file-range";

test.each([
  ["bytes=0-9", { offset: 0, length: 10 }],
  ["bytes=90-", { offset: 90, length: 10 }],
  ["bytes=90-500", { offset: 90, length: 10 }],
  ["bytes=-10", { offset: 90, length: 10 }],
  ["bytes=-500", { offset: 0, length: 100 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=5-2", undefined],
  ["bytes=0-1,5-6", undefined],
  ["lines=0-1", undefined],
  ["bytes=-", undefined],
  [null, undefined],
])("of 100 bytes, %s asks for %j", (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
