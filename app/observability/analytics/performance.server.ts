import { errorFunction } from "simple-statistics";
import type { CoreWebVitals, Trend } from "./dashboard";
import {
  type HistogramMap,
  mergeHistogramMaps,
  mergeIntoMap,
  parseHistograms,
  percentile,
  readBatch,
} from "./histogram.server";
import { type Periods, periodAt } from "./time-slots";
import { CLS_UNIT, VITALS } from "./vitals.server";

/** A curve by two points in the figure's unit: the values that score 0.9 and 0.5. */
interface ScoreCurve {
  p10: number;
  median: number;
}

/** The 90th percentile of the standard normal distribution. */
const Z_OF_TENTH = 1.2815515655446004;

/**
 * Lighthouse's score: the part of a log-normal distribution that is worse, given by median and tenth
 * percentile:
 * https://developer.chrome.com/docs/lighthouse/performance/performance-scoring#metric-scores
 * @returns 0 to 1; 1 for zero and below.
 */
export function curveScore({ p10, median }: ScoreCurve, figure: number): number {
  if (figure <= 0) return 1;
  const deviations = (Z_OF_TENTH * Math.log(figure / median)) / Math.log(median / p10);
  return (1 - errorFunction(deviations / Math.SQRT2)) / 2;
}

/**
 * Lighthouse's curves for phones and the weights of its score, both since version 10:
 * https://googlechrome.github.io/lighthouse/scorecalc/
 * Total Blocking Time (30) and Speed Index (10) cannot be measured in visitors' browsers; the others
 * keep their proportion: 25, 10 and 25 of 60.
 */
export const scoredVitals: Readonly<
  Record<keyof CoreWebVitals, { curve: ScoreCurve; weight: number }>
> = {
  lcp: { curve: { p10: 2_500, median: 4_000 }, weight: 25 },
  fcp: { curve: { p10: 1_800, median: 3_000 }, weight: 10 },
  cls: { curve: { p10: 0.1, median: 0.25 }, weight: 25 },
};

/**
 * One score of visitors' figures. A missing figure leaves its weight to the others.
 * @param vitals 75th percentiles, as Core Web Vitals are rated.
 * @returns a whole number from 0 to 100; null without figures.
 */
export function performanceScore(vitals: CoreWebVitals): number | null {
  let [sum, weights] = [0, 0];
  for (const name of ["lcp", "fcp", "cls"] as const) {
    const figure = vitals[name];
    if (figure === null) continue;
    const { curve, weight } = scoredVitals[name];
    sum += weight * curveScore(curve, figure);
    weights += weight;
  }
  return weights === 0 ? null : Math.round((100 * sum) / weights);
}

/** Smaller differences are noise. */
const MIN_CHANGE = 3;

/** Compares the current score to the average. @returns stable if either is unknown. */
export function trendOf(current: number | null, average: number | null): Trend {
  if (current === null || average === null) return "stable";
  if (current - average >= MIN_CHANGE) return "improving";
  return average - current >= MIN_CHANGE ? "declining" : "stable";
}

/** A row of measurements; the topic is empty for a batch with several topics. */
export interface MeasuredRow {
  topic: string;
  at: string;
  cells: string;
}

export function cellsOf(
  rows: readonly MeasuredRow[],
  topic: string,
): { at: string; cells: HistogramMap }[] {
  return rows.flatMap(({ topic: rowTopic, at, cells }) => {
    if (rowTopic === topic) return [{ at, cells: parseHistograms(cells) }];
    const batch = rowTopic === "" ? readBatch(cells)[topic] : undefined;
    return batch ? [{ at, cells: batch }] : [];
  });
}

const THREE_QUARTERS = 0.75;

function toVitals(cells: HistogramMap): { vitals: CoreWebVitals; views: number } {
  const metrics: HistogramMap = {};
  // Keys begin with the metric.
  for (const [key, tally] of Object.entries(cells))
    mergeIntoMap(metrics, key.split(" ", 1)[0] ?? "", tally);
  const metricPercentile = (metric: string) => {
    const tally = metrics[metric];
    return tally ? (percentile(tally, THREE_QUARTERS) ?? null) : null;
  };
  const rounded = (figure: number | null) => (figure === null ? null : Math.round(figure));
  const cls = metricPercentile("CLS");
  return {
    vitals: {
      lcp: rounded(metricPercentile("LCP")),
      fcp: rounded(metricPercentile("FCP")),
      cls: cls === null ? null : Math.round(cls) / CLS_UNIT,
    },
    views: Math.max(0, ...Object.values(metrics).map(({ count }) => count)),
  };
}

/**
 * Performance in a window. Current: the last sixth with figures, such as the last ten minutes of an
 * hour. Average: the periods' scores weighted by page views.
 */
export function performanceOf(rows: readonly MeasuredRow[], window: Periods) {
  const byPeriod = window.begins.map((): HistogramMap[] => []);
  for (const { at, cells } of cellsOf(rows, VITALS))
    byPeriod[periodAt(window, at) ?? -1]?.push(cells);
  const mergedCells = byPeriod.map((cellsOfPeriod) => mergeHistogramMaps(cellsOfPeriod));
  const periods = mergedCells.map((cells) => {
    const { vitals, views } = toVitals(cells);
    return { vitals, views, score: performanceScore(vitals) };
  });
  const last = periods.findLastIndex(({ score }) => score !== null);
  const sixth = Math.floor((window.begins.length - 1) / 6);
  const start = Math.min(last, window.begins.length - Math.max(1, sixth));
  const currentScore = performanceScore(
    toVitals(mergeHistogramMaps(last < 0 ? [] : mergedCells.slice(start))).vitals,
  );
  const total = toVitals(mergeHistogramMaps(mergedCells));
  const weights = periods.reduce((sum, { score, views }) => sum + (score === null ? 0 : views), 0);
  const sum = periods.reduce(
    (cellsOfPeriod, { score, views }) => cellsOfPeriod + (score ?? 0) * views,
    0,
  );
  const averageScore = weights === 0 ? null : Math.round(sum / weights);
  return {
    stats: {
      currentScore,
      averageScore,
      trend: trendOf(currentScore, averageScore),
      coreWebVitals: total.vitals,
    },
    /** Page views with measurements. */
    views: total.views,
    periods,
  };
}
