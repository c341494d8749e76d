import { errorFunction } from "simple-statistics";
import type { CoreWebVitals, Trend } from "./dashboard";

/** A curve by two of its points, in the figure's own unit: what scores 0.9, and what scores 0.5. */
interface ScoreCurve {
  p10: number;
  median: number;
}

/** Of the standard normal distribution: a tenth lies beyond it. */
const Z_OF_TENTH = 1.2815515655446004;

/**
 * How good a figure is on Lighthouse's scale: the part of a log-normal distribution that is worse.
 * The distribution is given by its median and its tenth percentile, as Lighthouse gives its own:
 * https://developer.chrome.com/docs/lighthouse/performance/performance-scoring#metric-scores
 * @returns 0 to 1; 1 for nothing and less.
 */
export function curveScore({ p10, median }: ScoreCurve, figure: number): number {
  if (figure <= 0) return 1;
  const deviations = (Z_OF_TENTH * Math.log(figure / median)) / Math.log(median / p10);
  return (1 - errorFunction(deviations / Math.SQRT2)) / 2;
}

/**
 * Lighthouse's curves for phones and the weights of its score, both since version 10:
 * https://googlechrome.github.io/lighthouse/scorecalc/
 *
 * Its Total Blocking Time (30) and Speed Index (10) are of the laboratory: no visitor's browser tells
 * them. Of the others each keeps its share: 25, 10 and 25 of 60.
 */
export const scoredVitals: Readonly<
  Record<keyof CoreWebVitals, { curve: ScoreCurve; weight: number }>
> = {
  lcp: { curve: { p10: 2_500, median: 4_000 }, weight: 25 },
  fcp: { curve: { p10: 1_800, median: 3_000 }, weight: 10 },
  cls: { curve: { p10: 0.1, median: 0.25 }, weight: 25 },
};

/**
 * Visitors' figures as one score. What no browser has told leaves its weight to the rest.
 * @param vitals the 75th percentile of each, as Core Web Vitals are judged.
 * @returns a whole number from 0 to 100; null where there is no figure at all.
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

/** So many points are no accident. */
const NOTABLE = 3;

/** Where the score is going: now, against its average. @returns stable where either is unknown. */
export function trendOf(current: number | null, average: number | null): Trend {
  if (current === null || average === null) return "stable";
  if (current - average >= NOTABLE) return "improving";
  return average - current >= NOTABLE ? "declining" : "stable";
}
