import {
  type HistogramMap,
  mergeHistogramMaps,
  mergeIntoMap,
  parseHistograms,
  percentile,
  readBatch,
} from "../figures/histogram";
import { CLS_UNIT, VITALS } from "../vitals/vitals";
import { type Periods, periodAt } from "./chart-periods";
import type { CoreWebVitals, DashboardReply } from "./dashboard";
import { performanceScore, trendOf } from "./performance-score.server";

/** A row of what browsers measured; the topic is empty where the cells of several stand together. */
export interface MeasuredRow {
  topic: string;
  at: string;
  cells: string;
}

/** The cells of one topic among such rows, each with its time. */
export function cellsOf(
  rows: readonly MeasuredRow[],
  topic: string,
): { at: string; cells: HistogramMap }[] {
  return rows.flatMap(({ topic: of, at, cells }) => {
    if (of === topic) return [{ at, cells: parseHistograms(cells) }];
    const batch = of === "" ? readBatch(cells)[topic] : undefined;
    return batch ? [{ at, cells: batch }] : [];
  });
}

/** What is told of visitors' browsers, in all and in each period of a window. */
export interface Performance {
  stats: DashboardReply["performanceStats"];
  /** How many page views told something. */
  views: number;
  periods: { score: number | null; views: number; vitals: CoreWebVitals }[];
}

const THREE_QUARTERS = 0.75;

function vitalsOf(cells: HistogramMap): { vitals: CoreWebVitals; views: number } {
  const metrics: HistogramMap = {};
  // The metric stands first, whatever follows in a batch.
  for (const [key, tally] of Object.entries(cells))
    mergeIntoMap(metrics, key.split(" ", 1)[0] ?? "", tally);
  const at = (metric: string) => {
    const tally = metrics[metric];
    return tally ? (percentile(tally, THREE_QUARTERS) ?? null) : null;
  };
  const whole = (figure: number | null) => (figure === null ? null : Math.round(figure));
  const cls = at("CLS");
  return {
    vitals: {
      lcp: whole(at("LCP")),
      fcp: whole(at("FCP")),
      cls: cls === null ? null : Math.round(cls) / CLS_UNIT,
    },
    views: Math.max(0, ...Object.values(metrics).map(({ count }) => count)),
  };
}

/**
 * Performance in a window. Now: its last sixth that has figures, as the last ten minutes of an hour.
 * On average: the scores of its periods, each as weighty as it had page views.
 */
export function performanceOf(rows: readonly MeasuredRow[], window: Periods): Performance {
  const byPeriod = window.begins.map((): HistogramMap[] => []);
  for (const { at, cells } of cellsOf(rows, VITALS))
    byPeriod[periodAt(window, at) ?? -1]?.push(cells);
  const mergedCells = byPeriod.map((all) => mergeHistogramMaps(all));
  const periods = mergedCells.map((cells) => {
    const { vitals, views } = vitalsOf(cells);
    return { vitals, views, score: performanceScore(vitals) };
  });
  const last = periods.findLastIndex(({ score }) => score !== null);
  const sixth = Math.floor((window.begins.length - 1) / 6);
  const from = Math.min(last, window.begins.length - Math.max(1, sixth));
  const currentScore = performanceScore(
    vitalsOf(mergeHistogramMaps(last < 0 ? [] : mergedCells.slice(from))).vitals,
  );
  const whole = vitalsOf(mergeHistogramMaps(mergedCells));
  const weights = periods.reduce((sum, { score, views }) => sum + (score === null ? 0 : views), 0);
  const sum = periods.reduce((all, { score, views }) => all + (score ?? 0) * views, 0);
  const averageScore = weights === 0 ? null : Math.round(sum / weights);
  return {
    stats: {
      currentScore,
      averageScore,
      trend: trendOf(currentScore, averageScore),
      coreWebVitals: whole.vitals,
    },
    views: whole.views,
    periods,
  };
}
