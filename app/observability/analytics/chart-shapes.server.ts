import { scaleBand, scaleLinear } from "d3-scale";
import { line, stack } from "d3-shape";

/*
 * Chart shapes, computed on the server so that browsers need no library. All are in a square of 100 by
 * 100 that the page stretches, with 0 at its top left as in SVG.
 */

const SIDE = 100;
const round = (figure: number) => Math.round(figure * 100) / 100;

type Tick = ReturnType<typeof toTicks>[number];

function toTicks(scale: ReturnType<typeof scaleLinear<number>>, count: number) {
  return scale.ticks(count).map((value) => ({ value, y: round(scale(value)) }));
}

/**
 * A line through periods of equal length, each point in the middle of its period.
 * @param values null where nothing was measured.
 */
export function lineShape(
  values: readonly (number | null)[],
  [min, max]: [least: number, most: number],
) {
  const xScale = scaleBand<number>()
    .domain(values.map((_, index) => index))
    .range([0, SIDE]);
  const yScale = scaleLinear().domain([min, max]).range([SIDE, 0]);
  const centerX = (index: number) => (xScale(index) ?? 0) + xScale.bandwidth() / 2;
  const path = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => centerX(index))
    .y((value) => yScale(value ?? 0))
    .digits(2)([...values]);
  const points = values.flatMap((value, index) =>
    value === null ? [] : [{ x: round(centerX(index)), y: round(yScale(value)) }],
  );
  return { path: path ?? "", points, ticks: toTicks(yScale, 4) };
}

interface BarPart<Key extends string> {
  key: Key;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Stacked bars; empty layers are left out. */
interface BarsShape<Key extends string> {
  parts: BarPart<Key>[];
  /** The middle of the top of each bar. */
  tops: { x: number; y: number }[];
  ticks: Tick[];
}

/**
 * One stacked bar per period.
 * @param keys the lowest layer first.
 * @param gap between bars, as a share of a period.
 */
export function barsShape<Key extends string>(
  periods: readonly Readonly<Record<Key, number>>[],
  keys: readonly Key[],
  gap = 0.25,
): BarsShape<Key> {
  const max = Math.max(
    4,
    ...periods.map((period) => keys.reduce((sum, key) => sum + period[key], 0)),
  );
  const xScale = scaleBand<number>()
    .domain(periods.map((_, index) => index))
    .range([0, SIDE])
    .paddingInner(gap)
    .paddingOuter(0.4 * gap);
  const yScale = scaleLinear().domain([0, max]).nice(4).range([SIDE, 0]);
  const layers = stack<Readonly<Record<Key, number>>, Key>()
    .keys(keys)
    .value((period, key) => period[key])([...periods]);
  const parts = layers.flatMap((layer) =>
    layer.flatMap(([from, to], index) =>
      to > from
        ? [
            {
              key: layer.key,
              x: round(xScale(index) ?? 0),
              y: round(yScale(to)),
              width: round(xScale.bandwidth()),
              height: round(yScale(from) - yScale(to)),
            },
          ]
        : [],
    ),
  );
  // Counts are whole numbers.
  const ticks = toTicks(yScale, 4).filter(({ value }) => Number.isInteger(value));
  const tops = periods.map((period, index) => ({
    x: round((xScale(index) ?? 0) + xScale.bandwidth() / 2),
    y: round(yScale(keys.reduce((sum, key) => sum + period[key], 0))),
  }));
  return { parts, tops, ticks };
}

/**
 * A vertical line with a point on it for each period, where there is one.
 * @param limit drawn across all of them.
 */
export function rangesShape(
  ranges: readonly ({ low: number; middle: number; high: number } | null)[],
  limit: number,
) {
  const xScale = scaleBand<number>()
    .domain(ranges.map((_, index) => index))
    .range([0, SIDE]);
  const max = Math.max(1.4 * limit, ...ranges.map((range) => range?.high ?? 0));
  const yScale = scaleLinear().domain([0, max]).nice(4).range([SIDE, 0]);
  const y = (value: number) => round(yScale(value));
  return {
    ranges: ranges.flatMap((range, index) =>
      range === null
        ? []
        : [
            {
              x: round((xScale(index) ?? 0) + xScale.bandwidth() / 2),
              ...{ low: y(range.low), middle: y(range.middle), high: y(range.high) },
            },
          ],
    ),
    limit: y(limit),
    ticks: toTicks(yScale, 4),
  };
}

/** Lengths of horizontal bars relative to the longest; 0 if all values are 0. */
export function horizontalBarLengths(values: readonly number[]): number[] {
  const lengthScale = scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .range([0, SIDE]);
  return values.map((value) => round(lengthScale(value)));
}
