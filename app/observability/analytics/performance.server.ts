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

/** Performance in visitors' browsers, overall and per period. */
export interface Performance {
  stats: DashboardReply["performanceStats"];
  /** Page views with measurements. */
  views: number;
  periods: { score: number | null; views: number; vitals: CoreWebVitals }[];
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
export function performanceOf(rows: readonly MeasuredRow[], window: Periods): Performance {
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
    views: total.views,
    periods,
  };
}
