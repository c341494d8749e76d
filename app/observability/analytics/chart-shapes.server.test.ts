import { expect, test } from "vitest";
import { barsShape, horizontalBarLengths, lineShape, rangesShape } from "./chart-shapes.server";

test("a line goes through the middle of each period, the best at the top", () => {
  const { path, points, ticks } = lineShape([100, 50, 0, 75], [0, 100]);
  expect(path).toBe("M12.5,0L37.5,50L62.5,100L87.5,25");
  expect(points).toEqual([
    { x: 12.5, y: 0 },
    { x: 37.5, y: 50 },
    { x: 62.5, y: 100 },
    { x: 87.5, y: 25 },
  ]);
  expect(ticks.map(({ value }) => value)).toEqual([0, 20, 40, 60, 80, 100]);
});

test("a line breaks where nothing was measured, and one measured period is a point", () => {
  const { path, points } = lineShape([80, null, null, 60], [0, 100]);
  expect(path.match(/M/g)).toHaveLength(2);
  expect(points).toHaveLength(2);
  expect(lineShape([null], [0, 100])).toMatchObject({ path: "", points: [] });
});

test("the layers of a bar are stacked to the height of their counts", () => {
  const { parts, tops, ticks } = barsShape(
    [
      { a: 2, b: 2 },
      { a: 0, b: 8 },
      { a: 0, b: 0 },
    ],
    ["a", "b"],
  );
  expect(parts.map(({ key, y, height }) => [key, y, height])).toEqual([
    ["a", 75, 25],
    ["b", 50, 25],
    ["b", 0, 100],
  ]);
  expect(parts[0]?.x).toBe(parts[1]?.x);
  expect(parts[2]?.x).toBeGreaterThan((parts[1]?.x ?? 0) + (parts[1]?.width ?? 0));
  expect(ticks.map(({ value }) => value)).toEqual([0, 2, 4, 6, 8]);
  expect(tops.map(({ y }) => y)).toEqual([50, 0, 100]);
  const { x = 0, width = 0 } = parts[0] ?? {};
  expect(tops[0]?.x).toBeCloseTo(x + width / 2);
});

test("a range is a line with a point, below and above what is promised", () => {
  const { ranges, limit, ticks } = rangesShape(
    [{ low: 2, middle: 4, high: 16 }, null, { low: 0, middle: 8, high: 8 }, null],
    8,
  );
  expect(ranges).toEqual([
    { x: 12.5, low: 90, middle: 80, high: 20 },
    { x: 62.5, low: 100, middle: 60, high: 60 },
  ]);
  expect(limit).toBe(60);
  expect(ticks.map(({ value, y }) => [value, y])).toEqual([
    ...[
      [0, 100],
      [5, 75],
      [10, 50],
      [15, 25],
      [20, 0],
    ],
  ]);
});

test("ticks are whole numbers, and empty data draws nothing", () => {
  const { parts, ticks } = barsShape([{ a: 0 }, { a: 1 }], ["a"]);
  expect(parts).toHaveLength(1);
  expect(ticks.every(({ value }) => Number.isInteger(value))).toBe(true);
  expect(barsShape([], ["a"])).toMatchObject({ parts: [] });
  expect(horizontalBarLengths([0, 0])).toEqual([0, 0]);
});

test("the longest horizontal bar has the full length, the others their share", () => {
  expect(horizontalBarLengths([200, 50, 0])).toEqual([100, 25, 0]);
});

test.each([1, 2, 3, 7])(
  "a chart of %i errors at most has whole numbers at its side",
  (maxErrors) => {
    const values = barsShape([{ HIGH: maxErrors }, { HIGH: 0 }], ["HIGH"]).ticks.map(
      ({ value }) => value,
    );
    expect(values).toEqual(values.filter(Number.isInteger));
    expect(values.length).toBeGreaterThan(1);
  },
);
