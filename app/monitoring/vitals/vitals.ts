import * as v from "valibot";
import { type HistogramMap, mergeIntoMap, singleValueHistogram } from "../figures/histogram";
import { MEASURED_PAGES, type MeasuredPage } from "./measured-pages";

/** The most bytes a report may have: five metrics of a handful of pages. */
export const MAX_VITALS_BYTES = 4 * 1024;

/** The web vitals, as Google's library names them; CLS has no unit, the others are in milliseconds. */
export const METRICS = ["LCP", "FCP", "CLS", "INP", "TTFB"] as const;
export type Metric = (typeof METRICS)[number];
export const DEVICES = ["phone", "tablet", "computer"] as const;
type Device = (typeof DEVICES)[number];
/** As the Network Information API says it; browsers that have none say nothing. */
export const CONNECTIONS = ["slow-2g", "2g", "3g", "4g", "unknown"] as const;
type Connection = (typeof CONNECTIONS)[number];

/** The most that can be meant: nobody waits ten minutes for a page, and then has it measured. */
const MAX_MS = 600_000;
/** A page that shifts by a hundred whole screens is no page. */
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

/** A report as pages send it. It says nothing of when: the server's own clock counts. */
export const vitalsSchema = v.object({
  device: v.picklist(DEVICES),
  connection: v.fallback(v.picklist(CONNECTIONS), "unknown"),
  metrics: v.pipe(v.array(measurement), v.minLength(1), v.maxLength(25)),
});
export type VitalsReport = v.InferOutput<typeof vitalsSchema>;

/** One kind of measurement: the key under which a batch gathers it. */
interface Kind {
  metric: Metric;
  page: MeasuredPage;
  device: Device;
  connection: Connection;
}

/** What is counted of a report, by keys of {@link Kind}; each stands for `weight` of its like. */
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

const kindSchema = v.pipe(
  v.string(),
  v.transform((key) => key.split(" ")),
  v.tuple([
    v.picklist(METRICS),
    v.picklist(MEASURED_PAGES),
    v.picklist(DEVICES),
    v.picklist(CONNECTIONS),
  ]),
  v.transform(([metric, page, device, connection]): Kind => ({ metric, page, device, connection })),
);

/** The topic of all pages together; its keys are metrics. */
export const VITALS = "vitals";
/** The same by kind of device and line; keys are `METRIC DEVICE CONNECTION`. */
export const VITALS_BY_DEVICE = "vitals by-device";
/** The same by page; keys are `METRIC PAGE`. */
export const VITALS_BY_PAGE = "vitals by-page";
/** One page by device and line, a period each day; keys are `METRIC DEVICE CONNECTION`. */
export const vitalsOfPage = (page: MeasuredPage) => `${VITALS} ${page}`;

/** Where a measurement is added up; none where its key is none of ours. */
export function vitalsViews(key: string): { topic: string; key: string }[] {
  const result = v.safeParse(kindSchema, key);
  if (!result.success) return [];
  const { metric, page, device, connection } = result.output;
  const line = `${metric} ${device} ${connection}`;
  return [
    { topic: VITALS, key: metric },
    { topic: VITALS_BY_DEVICE, key: line },
    { topic: VITALS_BY_PAGE, key: `${metric} ${page}` },
    { topic: vitalsOfPage(page), key: line },
  ];
}
