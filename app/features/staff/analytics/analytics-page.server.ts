import type { SerializeFrom } from "@remix-run/cloudflare";
import { steps } from "~/domain/submission/steps/steps";
import {
  barsShape,
  horizontalBarLengths,
  lineShape,
} from "~/observability/analytics/chart-shapes.server";
import { type CoreWebVitals, severities } from "~/observability/analytics/dashboard";
import { mergeHistogramMaps } from "~/observability/analytics/histogram.server";
import { cellsOf, scoredVitals } from "~/observability/analytics/performance.server";
import { UPLOADS, uploadHealthOf } from "~/observability/analytics/upload-health.server";
import { METRICS, type Metric, splitVitals } from "~/observability/analytics/vitals.server";
import { shortDate } from "~/platform/formats/dates";
import { formatDuration } from "~/platform/formats/duration";
import { formatCount } from "../format-count";
import { toIncidentLists } from "../incidents/staff-incidents.server";
import type { Analytics } from "./analytics.server";

const vitalNames = {
  lcp: { label: "LCP", words: "Largest Contentful Paint" },
  fcp: { label: "FCP", words: "First Contentful Paint" },
  cls: { label: "CLS", words: "Cumulative Layout Shift" },
} as const;

/** Formats a vital: "2.4 s", "0.08". */
function vitalText(name: keyof CoreWebVitals, figure: number | null): string {
  if (figure === null) return "N/A";
  return name === "cls" ? figure.toFixed(2) : `${(figure / 1_000).toFixed(1)} s`;
}

/** Rates a vital by the two points of its score curve. */
function vitalTone(name: keyof CoreWebVitals, figure: number | null): string {
  const { p10, median } = scoredVitals[name].curve;
  if (figure === null) return "neutral";
  return figure <= p10 ? "good" : figure <= median ? "waiting" : "bad";
}

/** Formats a metric for its table: "0.9 s", "90 ms", "0.08". */
function metricText(metric: Metric, figure: number | null): string {
  if (metric === "CLS" || figure === null) return vitalText("cls", figure);
  return metric === "LCP" || figure >= 1_000 ? vitalText("lcp", figure) : `${figure} ms`;
}

/** Web vitals by page, or by device and connection; undefined if no split was requested. */
function splitView({ split, measured }: Analytics) {
  if (!split) return undefined;
  const { by: dimension, since } = split;
  return {
    /** "devices", "pages", or the path of one page. */
    by: dimension,
    /** The start of the period, formatted. */
    since: `${shortDate(since)}, ${since.slice(11, 16)} UTC`,
    metrics: METRICS,
    rows: splitVitals(measured, dimension).map(({ of: id, views, figures }) => ({
      id,
      views,
      cells: METRICS.map((metric) => metricText(metric, figures[metric])),
    })),
  };
}

/** Created once: construction takes as long as drawing a chart, and a week's charts use it 100 times. */
const dayFormat = new Intl.DateTimeFormat("en-US", {
  month: "short",
  day: "numeric",
  timeZone: "UTC",
});

/** The start of a period: "13:00" in a window of an hour, else "Nov 23, 13:00". */
function periodText(startedAt: string, hours: number): string {
  const time = startedAt.slice(11, 16);
  return hours > 1 ? `${dayFormat.format(new Date(startedAt))}, ${time}` : time;
}

function toFunnel({ figures }: Analytics) {
  const funnelFigures = figures.filter(({ part }) => part === "funnel");
  const countStep = (event: string, step = "") =>
    funnelFigures.find(({ name, detail }) => name === event && detail === step)?.count ?? 0;
  const formSteps = steps.filter(({ id }) => id !== "review");
  const rows = [
    { name: "Opened", count: countStep("opened") },
    ...formSteps.map(({ id, title }) => ({
      name: `${title} passed`,
      count: countStep("passed", id),
    })),
    { name: "Submitted", count: countStep("submitted") },
  ];
  const lengths = horizontalBarLengths(rows.map(({ count }) => count));
  const [{ count: openedCount } = { count: 0 }] = rows;
  return {
    rows: rows.map(({ name, count }, index) => ({
      name,
      length: lengths[index] ?? 0,
      // A draft older than the window counts at later steps only, so a share may exceed 100 %: no share
      // then.
      cells: [
        formatCount(count),
        openedCount > 0 && count <= openedCount
          ? `${Math.round((100 * count) / openedCount)}%`
          : "N/A",
      ],
    })),
    abandoned: funnelFigures
      .filter(({ name, count }) => name === "abandoned" && count > 0)
      .map(({ detail, count }) => ({
        step: steps.find(({ id }) => id === detail)?.title ?? "Before the first step",
        count,
      })),
  };
}

function toWorkload({ figures, now }: Analytics) {
  const statesOf = (part: string) => figures.filter((row) => row.part === part);
  const open = statesOf("jobs").filter(({ name }) => name === "waiting" || name === "running");
  const [oldest] = open.flatMap(({ at }) => at ?? []).sort();
  const ageOf = (at: string) => Math.max(0, now.getTime() - Date.parse(at)) / 1_000;
  return {
    depth: open.reduce((sum, { count }) => sum + count, 0),
    /** The age of the oldest job, formatted. */
    oldest: oldest && formatDuration(ageOf(oldest)),
    jobs: statesOf("jobs"),
    mails: statesOf("mails"),
  };
}

function performanceView({ performance, window, hours }: Analytics) {
  const { stats, views, periods } = performance;
  return {
    current: stats.currentScore,
    average: stats.averageScore,
    trend: stats.trend,
    views,
    vitals: (["lcp", "fcp", "cls"] as const).map((name) => ({
      ...vitalNames[name],
      text: vitalText(name, stats.coreWebVitals[name]),
      tone: vitalTone(name, stats.coreWebVitals[name]),
      good: vitalText(name, scoredVitals[name].curve.p10),
    })),
    line: lineShape(
      periods.map(({ score }) => score),
      [0, 100],
    ),
    rows: periods.map(({ score, vitals }, at) => ({
      period: periodText(window.begins[at] ?? "", hours),
      cells: [
        score === null ? "N/A" : String(score),
        ...(["lcp", "fcp", "cls"] as const).map((name) => vitalText(name, vitals[name])),
      ],
    })),
  };
}

function errorsView({ errors, recent, window, hours }: Analytics) {
  const categories = Object.entries(errors.byCategory).sort((left, right) => right[1] - left[1]);
  const lengths = horizontalBarLengths(categories.map(([, count]) => count));
  return {
    total: errors.total,
    byCategory: categories.map(([name, count], at) => {
      return { name, cells: [formatCount(count)], length: lengths[at] ?? 0 };
    }),
    // The worst is at the bottom, where bars are easiest to compare.
    bars: barsShape(errors.periods, severities),
    rows: errors.periods.map((period, at) => ({
      period: periodText(window.begins[at] ?? "", hours),
      cells: severities.map((severity) => period[severity].toLocaleString("en-GB")),
    })),
    recent,
  };
}

export type AnalyticsPage = SerializeFrom<typeof analyticsPage>;

/** The view of the analytics dashboard: texts and chart shapes. */
export function analyticsPage(analytics: Analytics) {
  const { hours, now, window, health, checks, performance, errors, measured } = analytics;
  const labels = window.begins.map((at) => periodText(at, hours));
  return {
    readAt: now.toISOString(),
    isEmpty: checks.length === 0 && performance.views === 0 && errors.total === 0,
    // Start, middle and end: a phone has no room for more.
    axis: ([labels[0], labels[Math.floor(labels.length / 2)], labels.at(-1)] as const).map(
      (label = "") => ({ slot: label, text: label }),
    ),
    system: {
      status: health.status,
      uptime: formatDuration(health.uptime),
      issues: health.issues,
      checks: checks.map(({ title: id, ok, at, ms, failures }) => ({ id, ok, at, ms, failures })),
    },
    performance: performanceView(analytics),
    split: splitView(analytics),
    errors: errorsView(analytics),
    incidents: toIncidentLists(analytics.incidents),
    uploads: uploadHealthOf(
      mergeHistogramMaps(cellsOf(measured, UPLOADS).map(({ cells }) => cells)),
    ),
    funnel: toFunnel(analytics),
    work: toWorkload(analytics),
  };
}
