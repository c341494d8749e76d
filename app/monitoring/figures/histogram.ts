import * as v from "valibot";

/** How much larger each step of a histogram is than the one below: a value read from it is a tenth off at most. */
const GROWTH = 1.1;
const LN_GROWTH = Math.log(GROWTH);

/**
 * Many measurements as a few numbers: how many, their sum, and how many fell on each step of a
 * logarithmic scale. Two of them add up to one, so that no single measurement needs to be kept.
 */
export interface Histogram {
  count: number;
  sum: number;
  /** By step: 0 is below 1, step `n` from GROWTH to the power n - 1 to the power n. */
  steps: Record<string, number>;
}

/** Tallies by their keys, which each topic gives a meaning. */
export type HistogramMap = Record<string, Histogram>;

const stepOf = (value: number) =>
  value < 1 ? 0 : 1 + Math.floor(Math.log(value) / LN_GROWTH + 1e-9);
const floorOf = (step: number) => (step === 0 ? 0 : GROWTH ** (step - 1));

/** One measurement, which stands for `weight` of them where others were left out. @param value 0 or more. */
export function singleValueHistogram(value: number, weight = 1): Histogram {
  return { count: weight, sum: value * weight, steps: { [stepOf(value)]: weight } };
}

/** Adds another tally to one; changes `tally`. */
function add(tally: Histogram, { count, sum, steps }: Histogram): void {
  tally.count += count;
  tally.sum += sum;
  for (const step of Object.keys(steps))
    tally.steps[step] = (tally.steps[step] ?? 0) + (steps[step] ?? 0);
}

const copyOf = ({ count, sum, steps }: Histogram): Histogram => ({
  count,
  sum,
  steps: { ...steps },
});

/**
 * Adds a tally to those of the same key; changes `cells` and the tallies in it, which are to
 * be nobody else's. A copy for each would cost ten times as much: a week by page is 260,000 steps.
 */
export function mergeIntoMap(cells: HistogramMap, key: string, tally: Histogram): void {
  const existingTally = Object.hasOwn(cells, key) ? cells[key] : undefined;
  if (existingTally) add(existingTally, tally);
  else cells[key] = copyOf(tally);
}

/** Cells of several periods or batches as one. */
export function mergeHistogramMaps(all: readonly HistogramMap[]): HistogramMap {
  const mergedCells: HistogramMap = {};
  for (const cells of all)
    for (const [key, tally] of Object.entries(cells)) mergeIntoMap(mergedCells, key, tally);
  return mergedCells;
}

/** What all measurements come to on average; undefined where there are none. */
export function mean({ count, sum }: Histogram): number | undefined {
  return count > 0 ? sum / count : undefined;
}

/**
 * The value that `share` of all measurements do not exceed, as 0.75 for the 75th percentile: a tenth off
 * at most. @returns undefined where there are none.
 */
export function percentile({ steps }: Histogram, share: number): number | undefined {
  const counts = Object.entries(steps)
    .map(([step, count]) => ({ step: Number(step), count }))
    .sort((one, other) => one.step - other.step);
  let remaining = counts.reduce((all, { count }) => all + count, 0) * share;
  for (const { step, count } of counts) {
    if (remaining <= count)
      return step === 0 ? 0 : floorOf(step) * GROWTH ** (count > 0 ? remaining / count : 0);
    remaining -= count;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const DIGITS = /^\d+$/;
const isAmount = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

/** Whether it is how many fell on each step. */
function isSteps(value: unknown): value is Histogram["steps"] {
  if (!isObject(value)) return false;
  for (const step of Object.keys(value))
    if (!DIGITS.test(step) || !isAmount(value[step])) return false;
  return true;
}

const tallySchema = v.pipe(
  v.tuple([
    v.custom<number>(isAmount),
    v.custom<number>(isAmount),
    // By hand: a schema for each of a week's steps by page takes longer than all else about them.
    v.custom<Histogram["steps"]>(isSteps),
  ]),
  v.transform(([count, sum, steps]): Histogram => ({ count, sum, steps })),
);
/** What is no tally is left out: one that cannot be read takes none of the others with it. */
const cellsSchema = v.pipe(
  v.record(v.string(), v.unknown()),
  v.transform((record) => {
    const cells: HistogramMap = {};
    for (const key of Object.keys(record)) {
      const result = v.safeParse(tallySchema, record[key]);
      if (result.success) cells[key] = result.output;
    }
    return cells;
  }),
);
const storedCells = v.pipe(v.string(), v.parseJson(), cellsSchema);

/** Cells as they are stored. */
export function serializeHistograms(cells: HistogramMap): string {
  return JSON.stringify(packHistograms(cells));
}

/** The same as an object, where they stand in a larger text. */
export function packHistograms(
  cells: HistogramMap,
): Record<string, [number, number, Histogram["steps"]]> {
  return Object.fromEntries(
    Object.entries(cells).map(([key, { count, sum, steps }]) => [
      key,
      [count, Math.round(sum * 1000) / 1000, steps],
    ]),
  );
}

/** Cells as stored; none where the text is none of ours. */
export function parseHistograms(text: string): HistogramMap {
  const result = v.safeParse(storedCells, text);
  return result.success ? result.output : {};
}

/** Cells by topic, as a batch holds them. */
export function readBatch(text: string): Record<string, HistogramMap> {
  const result = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), cellsSchema)),
    text,
  );
  return result.success ? result.output : {};
}
