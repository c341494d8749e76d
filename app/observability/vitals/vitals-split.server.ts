import * as v from "valibot";
import {
  type HistogramMap,
  mergeIntoMap,
  parseHistograms,
  percentile,
  readBatch,
} from "../figures/histogram";
import { MEASURED_PAGES, type MeasuredPage } from "./measured-pages";
import {
  CLS_UNIT,
  METRICS,
  type Metric,
  VITALS,
  VITALS_BY_DEVICE,
  VITALS_BY_PAGE,
  vitalsOfPage,
  vitalsViews,
} from "./vitals";

/** By device and connection, by page, or one page by device and connection. */
export type VitalsSplit = "devices" | "pages" | MeasuredPage;

const splitSchema = v.picklist(["devices", "pages", ...MEASURED_PAGES]);

/** From a query such as `?vitals=pages`; undefined without one. */
export function readSplit(query: URLSearchParams): VitalsSplit | undefined {
  const result = v.safeParse(splitSchema, query.get("vitals"));
  return result.success ? result.output : undefined;
}

export function topicOfSplit(split: VitalsSplit): string {
  if (split === "devices") return VITALS_BY_DEVICE;
  return split === "pages" ? VITALS_BY_PAGE : vitalsOfPage(split);
}

interface VitalsPart {
  of: string;
  /** Page views with measurements. */
  views: number;
  /** 75th percentiles in milliseconds; CLS has no unit. */
  figures: Record<Metric, number | null>;
}

const PERCENTILE = 0.75;

/** Cells of a topic by group, including batches not aggregated yet. */
function cellsOfTopic(
  rows: readonly { topic: string; cells: string }[],
  topic: string,
): Map<string, HistogramMap> {
  const groups = new Map<string, HistogramMap>();
  const add = (cells: HistogramMap) => {
    for (const [key, tally] of Object.entries(cells)) {
      const [metric = "", ...group] = key.split(" ");
      const groupCells = groups.get(group.join(" ")) ?? {};
      mergeIntoMap(groupCells, metric, tally);
      groups.set(group.join(" "), groupCells);
    }
  };
  for (const row of rows) {
    if (row.topic === topic) add(parseHistograms(row.cells));
    if (row.topic !== "") continue;
    for (const [key, tally] of Object.entries(readBatch(row.cells)[VITALS] ?? {}))
      for (const view of vitalsViews(key)) if (view.topic === topic) add({ [view.key]: tally });
  }
  return groups;
}

/**
 * Web vitals by group, most visited first.
 * @param rows of the topic, and batches, whose topic is empty.
 */
export function splitVitals(
  rows: readonly { topic: string; cells: string }[],
  split: VitalsSplit,
): VitalsPart[] {
  const toFigure = (cells: HistogramMap, metric: Metric): number | null => {
    const tally = cells[metric];
    const figure = tally && percentile(tally, PERCENTILE);
    if (figure === undefined) return null;
    return metric === "CLS" ? Math.round(figure) / CLS_UNIT : Math.round(figure);
  };
  return [...cellsOfTopic(rows, topicOfSplit(split))]
    .map(([group, cells]) => ({
      of: group,
      views: Math.round(Math.max(0, ...METRICS.map((metric) => cells[metric]?.count ?? 0))),
      figures: {
        LCP: toFigure(cells, "LCP"),
        FCP: toFigure(cells, "FCP"),
        CLS: toFigure(cells, "CLS"),
        INP: toFigure(cells, "INP"),
        TTFB: toFigure(cells, "TTFB"),
      },
    }))
    .sort((left, right) => right.views - left.views || (left.of < right.of ? -1 : 1));
}
