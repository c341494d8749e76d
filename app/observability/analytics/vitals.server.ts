import * as v from "valibot";
import {
  type HistogramMap,
  mergeIntoMap,
  parseHistograms,
  percentile,
  readBatch,
  singleValueHistogram,
} from "./histogram.server";
import { MEASURED_PAGES, type MeasuredPage } from "./measured-pages";

/** Room for five metrics of a handful of pages. */
export const MAX_VITALS_BYTES = 4 * 1024;

/** Named as in web-vitals; CLS has no unit, the others are in milliseconds. */
export const METRICS = ["LCP", "FCP", "CLS", "INP", "TTFB"] as const;
export type Metric = (typeof METRICS)[number];
export const DEVICES = ["phone", "tablet", "computer"] as const;
type Device = (typeof DEVICES)[number];
/** From the Network Information API, which not every browser has. */
export const CONNECTIONS = ["slow-2g", "2g", "3g", "4g", "unknown"] as const;
type Connection = (typeof CONNECTIONS)[number];

/** Larger values are implausible. */
const MAX_MS = 600_000;
/** Larger values are implausible. */
const MAX_CLS = 100;
/** CLS is counted in thousandths, so that one scale serves all metrics. */
export const CLS_UNIT = 1_000;

const measurement = v.pipe(
  v.object({
    name: v.picklist(METRICS),
    value: v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(MAX_MS)),
    page: v.picklist(MEASURED_PAGES),
  }),
  v.check(({ name, value }) => name !== "CLS" || value <= MAX_CLS),
);

/** A report as pages send it, without a time: the server's clock counts. */
export const vitalsSchema = v.object({
  device: v.picklist(DEVICES),
  connection: v.fallback(v.picklist(CONNECTIONS), "unknown"),
  metrics: v.pipe(v.array(measurement), v.minLength(1), v.maxLength(25)),
});
export type VitalsReport = v.InferOutput<typeof vitalsSchema>;

interface MeasurementKey {
  metric: Metric;
  page: MeasuredPage;
  device: Device;
  connection: Connection;
}

/** Cells of a report by {@link MeasurementKey}, weighted. */
export function vitalsCells(
  { device, connection, metrics }: VitalsReport,
  weight: number,
): HistogramMap {
  const cells: HistogramMap = {};
  for (const { name, value, page } of metrics) {
    const tally = singleValueHistogram(name === "CLS" ? value * CLS_UNIT : value, weight);
    mergeIntoMap(cells, [name, page, device, connection].join(" "), tally);
  }
  return cells;
}

const measurementKeySchema = v.pipe(
  v.string(),
  v.transform((key) => key.split(" ")),
  v.tuple([
    v.picklist(METRICS),
    v.picklist(MEASURED_PAGES),
    v.picklist(DEVICES),
    v.picklist(CONNECTIONS),
  ]),
  v.transform(
    ([metric, page, device, connection]): MeasurementKey => ({ metric, page, device, connection }),
  ),
);

/** The topic of all pages together; its keys are metrics. */
export const VITALS = "vitals";
/** By device and connection; keys are `METRIC DEVICE CONNECTION`. */
export const VITALS_BY_DEVICE = "vitals by-device";
/** By page; keys are `METRIC PAGE`. */
export const VITALS_BY_PAGE = "vitals by-page";
/** One page by device and connection, per day; keys are `METRIC DEVICE CONNECTION`. */
const vitalsOfPage = (page: MeasuredPage) => `${VITALS} ${page}`;

/** The topics and keys of a measurement; none for an invalid key. */
export function vitalsViews(key: string): { topic: string; key: string }[] {
  const result = v.safeParse(measurementKeySchema, key);
  if (!result.success) return [];
  const { metric, page, device, connection } = result.output;
  const deviceKey = `${metric} ${device} ${connection}`;
  return [
    { topic: VITALS, key: metric },
    { topic: VITALS_BY_DEVICE, key: deviceKey },
    { topic: VITALS_BY_PAGE, key: `${metric} ${page}` },
    { topic: vitalsOfPage(page), key: deviceKey },
  ];
}

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

const PERCENTILE = 0.75;

/** Cells of a topic by group, including batches not aggregated yet. */
function cellsOfTopic(rows: readonly { topic: string; cells: string }[], topic: string) {
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
export function splitVitals(rows: readonly { topic: string; cells: string }[], split: VitalsSplit) {
  const toFigure = (cells: HistogramMap, metric: Metric): number | null => {
    const tally = cells[metric];
    const figure = tally && percentile(tally, PERCENTILE);
    if (figure === undefined) return null;
    return metric === "CLS" ? Math.round(figure) / CLS_UNIT : Math.round(figure);
  };
  return [...cellsOfTopic(rows, topicOfSplit(split))]
    .map(([group, cells]) => ({
      of: group,
      /** Page views with measurements. */
      views: Math.round(Math.max(0, ...METRICS.map((metric) => cells[metric]?.count ?? 0))),
      /** 75th percentiles in milliseconds; CLS has no unit. */
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
