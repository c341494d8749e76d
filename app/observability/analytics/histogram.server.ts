import * as v from "valibot";

/** Ratio of neighbouring steps: a value read back is at most 10 % off. */
const GROWTH = 1.1;
const LN_GROWTH = Math.log(GROWTH);

/** A logarithmic histogram. Histograms can be added, so no single measurement is stored. */
export interface Histogram {
  count: number;
  sum: number;
  /** Counts by step: 0 is below 1, step `n` from GROWTH ** (n - 1) to GROWTH ** n. */
  steps: Record<string, number>;
}

/** Histograms by key; each topic defines its keys. */
export type HistogramMap = Record<string, Histogram>;

const toStep = (value: number) =>
  value < 1 ? 0 : 1 + Math.floor(Math.log(value) / LN_GROWTH + 1e-9);
const stepFloor = (step: number) => (step === 0 ? 0 : GROWTH ** (step - 1));

/** @param value 0 or more. @param weight the number of measurements it stands for. */
export function singleValueHistogram(value: number, weight = 1): Histogram {
  return { count: weight, sum: value * weight, steps: { [toStep(value)]: weight } };
}

/** Changes `tally`. */
function add(tally: Histogram, { count, sum, steps }: Histogram): void {
  tally.count += count;
  tally.sum += sum;
  for (const step of Object.keys(steps))
    tally.steps[step] = (tally.steps[step] ?? 0) + (steps[step] ?? 0);
}

const copyHistogram = ({ count, sum, steps }: Histogram): Histogram => ({
  count,
  sum,
  steps: { ...steps },
});

/**
 * Adds a histogram under a key; changes `cells` and its histograms, which must not be shared. Copies
 * would cost ten times as much: a week by page has 260,000 steps.
 */
export function mergeIntoMap(cells: HistogramMap, key: string, tally: Histogram): void {
  const existingTally = Object.hasOwn(cells, key) ? cells[key] : undefined;
  if (existingTally) add(existingTally, tally);
  else cells[key] = copyHistogram(tally);
}

/** Merges the histograms of several periods or batches. */
export function mergeHistogramMaps(maps: readonly HistogramMap[]): HistogramMap {
  const mergedCells: HistogramMap = {};
  for (const cells of maps)
    for (const [key, tally] of Object.entries(cells)) mergeIntoMap(mergedCells, key, tally);
  return mergedCells;
}

/** Undefined without measurements. */
export function mean({ count, sum }: Histogram): number | undefined {
  return count > 0 ? sum / count : undefined;
}

/**
 * The value that a share of measurements does not exceed, such as 0.75 for the 75th percentile; at most 10
 * % off.
 * @returns undefined without measurements.
 */
export function percentile({ steps }: Histogram, share: number): number | undefined {
  const counts = Object.entries(steps)
    .map(([step, count]) => ({ step: Number(step), count }))
    .sort((left, right) => left.step - right.step);
  let remaining = counts.reduce((total, { count }) => total + count, 0) * share;
  for (const { step, count } of counts) {
    if (remaining <= count)
      return step === 0 ? 0 : stepFloor(step) * GROWTH ** (count > 0 ? remaining / count : 0);
    remaining -= count;
  }
  return undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const DIGITS = /^\d+$/;
const isAmount = (value: unknown) =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;

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
    // Checked by hand: schemas for all steps of a week by page would dominate the time.
    v.custom<Histogram["steps"]>(isSteps),
  ]),
  v.transform(([count, sum, steps]): Histogram => ({ count, sum, steps })),
);
/** Invalid histograms are dropped one by one. */
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

export function serializeHistograms(cells: HistogramMap): string {
  return JSON.stringify(packHistograms(cells));
}

/** Compact form for JSON. */
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

/** Empty for an invalid text. */
export function parseHistograms(text: string): HistogramMap {
  const result = v.safeParse(storedCells, text);
  return result.success ? result.output : {};
}

/** Histograms by topic of a batch. */
export function readBatch(text: string): Record<string, HistogramMap> {
  const result = v.safeParse(
    v.pipe(v.string(), v.parseJson(), v.record(v.string(), cellsSchema)),
    text,
  );
  return result.success ? result.output : {};
}
