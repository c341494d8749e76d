import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Histogram,
  type HistogramMap,
  mean,
  mergeHistogramMaps,
  mergeIntoMap,
  parseHistograms,
  percentile,
  readBatch,
  serializeHistograms,
  singleValueHistogram,
} from "./histogram.server";

const EMPTY: Histogram = { count: 0, sum: 0, steps: {} };
const addTallies = (...tallies: readonly Histogram[]): Histogram =>
  mergeHistogramMaps(tallies.map((all) => ({ all }))).all ?? EMPTY;
const tallyAll = (values: readonly number[]) =>
  addTallies(...values.map((value) => singleValueHistogram(value)));

test.each([
  [0.5, 200],
  [0.75, 300],
  [0.95, 380],
])("the %f percentile of 1 to 400 is read as %i, 10%% off at most", (share, value) => {
  const estimate =
    percentile(tallyAll(Array.from({ length: 400 }, (_, index) => index + 1)), share) ?? 0;
  expect(Math.abs(estimate / value - 1)).toBeLessThan(0.1);
});

test("a percentile is at most one step off the exact value", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 1e7, noNaN: true }), { minLength: 1 }),
      (values) => {
        const estimate = percentile(tallyAll(values), 0.75) ?? 0;
        const sortedValues = [...values].sort((first, right) => first - right);
        const exact = sortedValues[Math.ceil(sortedValues.length * 0.75) - 1] ?? 0;
        expect(estimate / exact).toBeGreaterThan(1 / 1.1001);
        expect(estimate / exact).toBeLessThan(1.1001);
      },
    ),
  );
});

test("the order in which measurements are added makes no difference", () => {
  const [first, second, third] = [
    singleValueHistogram(3),
    singleValueHistogram(900),
    singleValueHistogram(0),
  ];
  expect(addTallies(addTallies(first, second), third)).toEqual(
    addTallies(third, addTallies(second, first)),
  );
});

test("adding changes what is added to, and nothing of what is added", () => {
  const [first, second] = [singleValueHistogram(3), singleValueHistogram(900)];
  const cells: HistogramMap = {};
  for (const tally of [first, second, first]) mergeIntoMap(cells, "LCP", tally);
  expect(cells).toEqual({ LCP: addTallies(first, first, second) });
  expect([first, second]).toEqual([singleValueHistogram(3), singleValueHistogram(900)]);
});

test("a measurement that stands for ten counts as ten", () => {
  expect(singleValueHistogram(200, 10)).toEqual(tallyAll(Array.from({ length: 10 }, () => 200)));
});

test("without measurements there is no average and no percentile", () => {
  expect(mean(EMPTY)).toBeUndefined();
  expect(percentile(EMPTY, 0.75)).toBeUndefined();
  expect(percentile(singleValueHistogram(0), 0.75)).toBe(0);
});

test("cells of several periods are merged by key", () => {
  const cells = mergeHistogramMaps([
    { a: singleValueHistogram(1), b: singleValueHistogram(2) },
    { a: singleValueHistogram(1) },
  ]);
  expect(cells).toEqual({ a: singleValueHistogram(1, 2), b: singleValueHistogram(2) });
});

test("a key that every object has is a key like any other", () => {
  const cells = mergeHistogramMaps([
    { constructor: singleValueHistogram(1) } as unknown as HistogramMap,
    { toString: singleValueHistogram(2) } as unknown as HistogramMap,
  ]);
  expect(Object.keys(cells).sort()).toEqual(["constructor", "toString"]);
});

const INVALID_TEXTS = [
  ...["[]", "1", "null", '{"a":1}', '{"a":null}', '{"a":[1,1]}', '{"a":[1,"1",{}]}'],
  ...['{"a":[1,-1,{}]}', '{"a":[1,1,null]}', '{"a":[1,1,[1]]}', '{"a":[1,1,{"x":1}]}'],
  ...['{"a":[1,1,{"1":"1"}]}', '{"a":[1,1,{"1":-1}]}', '{"a":[1,1e999,{"1":1}]}'],
];

test("cells come back from their text as they were; another text has none", () => {
  const cells = { "LCP phone 4g": tallyAll([12.5, 1300, 2500]), CLS: singleValueHistogram(0) };
  expect(parseHistograms(serializeHistograms(cells))).toEqual(cells);
  expect(readBatch(`{"vitals":${serializeHistograms(cells)}}`)).toEqual({ vitals: cells });
  for (const text of ["", ...INVALID_TEXTS]) expect(parseHistograms(text)).toEqual({});
});

test("an invalid histogram is dropped alone", () => {
  const text = '{"a":[1,1,{"1":1}],"b":[1,null,{"Infinity":1}]}';
  expect(parseHistograms(text)).toEqual({ a: singleValueHistogram(1) });
  expect(readBatch(`{"vitals":{"a":[1,1,{"1":1}]},"uploads":${text}}`)).toEqual({
    vitals: { a: singleValueHistogram(1) },
    uploads: { a: singleValueHistogram(1) },
  });
});
