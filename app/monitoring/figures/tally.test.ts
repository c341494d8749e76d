import fc from "fast-check";
import { expect, test } from "vitest";
import {
  addTo,
  type Cells,
  cellsText,
  meanOf,
  mergeCells,
  percentile,
  readBatch,
  readCells,
  type Tally,
  tallyOf,
} from "./tally";

const NOTHING: Tally = { count: 0, sum: 0, steps: {} };
const addTallies = (...tallies: readonly Tally[]): Tally =>
  mergeCells(tallies.map((all) => ({ all }))).all ?? NOTHING;
const tallyAll = (values: readonly number[]) =>
  addTallies(...values.map((value) => tallyOf(value)));

test.each([
  [0.5, 200],
  [0.75, 300],
  [0.95, 380],
])("the %f percentile of 1 to 400 is read as %i, 10%% off at most", (share, value) => {
  const estimate = percentile(tallyAll(Array.from({ length: 400 }, (_, at) => at + 1)), share) ?? 0;
  expect(Math.abs(estimate / value - 1)).toBeLessThan(0.1);
});

test("of any measurements, at least the share that is asked for is not above what is read, a step aside", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 1e7, noNaN: true }), { minLength: 1 }),
      (values) => {
        const estimate = percentile(tallyAll(values), 0.75) ?? 0;
        const sortedValues = [...values].sort((one, other) => one - other);
        const exact = sortedValues[Math.ceil(sortedValues.length * 0.75) - 1] ?? 0;
        expect(estimate / exact).toBeGreaterThan(1 / 1.1001);
        expect(estimate / exact).toBeLessThan(1.1001);
      },
    ),
  );
});

test("the order in which measurements are added makes no difference", () => {
  const [one, two, three] = [tallyOf(3), tallyOf(900), tallyOf(0)];
  expect(addTallies(addTallies(one, two), three)).toEqual(addTallies(three, addTallies(two, one)));
});

test("adding changes what is added to, and nothing of what is added", () => {
  const [one, two] = [tallyOf(3), tallyOf(900)];
  const cells: Cells = {};
  for (const tally of [one, two, one]) addTo(cells, "LCP", tally);
  expect(cells).toEqual({ LCP: addTallies(one, one, two) });
  expect([one, two]).toEqual([tallyOf(3), tallyOf(900)]);
});

test("a measurement that stands for ten counts as ten", () => {
  expect(tallyOf(200, 10)).toEqual(tallyAll(Array.from({ length: 10 }, () => 200)));
});

test("of nothing there is no average and no percentile", () => {
  expect(meanOf(NOTHING)).toBeUndefined();
  expect(percentile(NOTHING, 0.75)).toBeUndefined();
  expect(percentile(tallyOf(0), 0.75)).toBe(0);
});

test("cells of several periods are one, by their keys", () => {
  const cells = mergeCells([{ a: tallyOf(1), b: tallyOf(2) }, { a: tallyOf(1) }]);
  expect(cells).toEqual({ a: tallyOf(1, 2), b: tallyOf(2) });
});

test("a key that every object has is a key like any other", () => {
  const cells = mergeCells([
    { constructor: tallyOf(1) } as unknown as Cells,
    { toString: tallyOf(2) } as unknown as Cells,
  ]);
  expect(Object.keys(cells).sort()).toEqual(["constructor", "toString"]);
});

const NONE_OF_OURS = [
  ...["[]", "1", "null", '{"a":1}', '{"a":null}', '{"a":[1,1]}', '{"a":[1,"1",{}]}'],
  ...['{"a":[1,-1,{}]}', '{"a":[1,1,null]}', '{"a":[1,1,[1]]}', '{"a":[1,1,{"x":1}]}'],
  ...['{"a":[1,1,{"1":"1"}]}', '{"a":[1,1,{"1":-1}]}', '{"a":[1,1e999,{"1":1}]}'],
];

test("cells come back from their text as they were; another text has none", () => {
  const cells = { "LCP phone 4g": tallyAll([12.5, 1300, 2500]), CLS: tallyOf(0) };
  expect(readCells(cellsText(cells))).toEqual(cells);
  expect(readBatch(`{"vitals":${cellsText(cells)}}`)).toEqual({ vitals: cells });
  for (const text of ["", ...NONE_OF_OURS]) expect(readCells(text)).toEqual({});
});

test("a tally that cannot be read takes none of the others with it", () => {
  const text = '{"a":[1,1,{"1":1}],"b":[1,null,{"Infinity":1}]}';
  expect(readCells(text)).toEqual({ a: tallyOf(1) });
  expect(readBatch(`{"vitals":{"a":[1,1,{"1":1}]},"uploads":${text}}`)).toEqual({
    vitals: { a: tallyOf(1) },
    uploads: { a: tallyOf(1) },
  });
});
