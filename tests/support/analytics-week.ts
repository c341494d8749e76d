import {
  type HistogramMap,
  mergeIntoMap,
  serializeHistograms,
  singleValueHistogram,
} from "~/observability/analytics/histogram.server";
import { MEASURED_PAGES } from "~/observability/analytics/measured-pages";
import { periodsOf } from "~/observability/analytics/time-slots";
import type { StoreReader } from "./app-stores";

/** The amounts of a week's data for the dashboard. */
interface Week {
  /** Page views that browsers measured. */
  views: number;
  errors: number;
}

const HOUR = 3_600_000;
/** Rows per statement; rows of figures by page have some 40,000 characters each. */
const BATCH_SIZE = 10;

/** Evenly spread numbers from 0 to 1, the same in every run. */
const spread = (index: number) => (index * 0.618_033_988_75) % 1;

/** The web vitals of the page views in a period, aggregated. */
function vitals(views: number, index: number): HistogramMap {
  const cells: HistogramMap = {};
  const kinds = 24;
  for (let n = 0; n < kinds; n++) {
    const [slowness, share] = [0.6 + spread(index * 7 + n), views / kinds];
    mergeIntoMap(cells, "LCP", singleValueHistogram(1_900 * slowness, share));
    mergeIntoMap(cells, "FCP", singleValueHistogram(1_200 * slowness, share));
    mergeIntoMap(cells, "CLS", singleValueHistogram(60 * slowness, share));
    mergeIntoMap(cells, "INP", singleValueHistogram(120 * slowness, share));
    mergeIntoMap(cells, "TTFB", singleValueHistogram(300 * slowness, share));
  }
  return cells;
}

function uploads(files: number, index: number): HistogramMap {
  const cells: HistogramMap = {};
  for (const [n, browser] of ["chrome", "safari", "firefox"].entries()) {
    const slowness = 0.5 + spread(index + n);
    mergeIntoMap(cells, `stored ${browser}`, singleValueHistogram(90_000 * slowness, files));
    mergeIntoMap(cells, `speed ${browser}`, singleValueHistogram(9_000 / slowness, files));
    mergeIntoMap(cells, `stalls ${browser}`, singleValueHistogram(n, files));
    mergeIntoMap(cells, `resumes ${browser}`, singleValueHistogram(1, files));
    mergeIntoMap(cells, `failed ${browser} parts`, singleValueHistogram(1, n + 1));
  }
  return cells;
}

/** The slots of the last week after the sweep: older slots are longer. */
function listSlots(now: Date): string[] {
  const [week, day, hour] = ([168, 24, 1] as const).map((hours) => periodsOf(hours, now).begins);
  const olderThan = (all: readonly string[] = [], shorter: readonly string[] = []) =>
    all.filter((slot) => slot < (shorter[0] ?? ""));
  return [...olderThan(week, day), ...olderThan(day, hour), ...(hour ?? [])];
}

/** Puts rows into a table, whatever was there under their keys. @param target the table and its columns. */
async function putAll(
  store: StoreReader,
  target: string,
  rows: readonly (string | number)[][],
): Promise<void> {
  const columns = (rows[0] ?? []).map((_, index) => `value ->> ${index}`).join(", ");
  // D1 allows two million bytes per value.
  for (let from = 0; from < rows.length; from += BATCH_SIZE)
    await store.rows(
      `INSERT OR REPLACE INTO ${target} SELECT ${columns} FROM json_each(?)`,
      JSON.stringify(rows.slice(from, from + BATCH_SIZE)),
    );
}

/** The page views by split: hourly for two days, daily before. */
function splitVitals(now: Date, views: number): string[][] {
  const begin = (ms: number) => Math.floor(now.getTime() / ms) * ms;
  const hours = Array.from({ length: 48 }, (_, n) => begin(HOUR) - n * HOUR);
  const days = Array.from({ length: 6 }, (_, n) => begin(24 * HOUR) - (n + 2) * 24 * HOUR);
  const lines = ["phone 4g", "phone 3g", "computer 4g", "computer unknown", "tablet 4g"];
  const toCells = (parts: readonly string[], index: number) => {
    const cells: HistogramMap = {};
    for (const [n, part] of parts.entries())
      for (const [metric, tally] of Object.entries(vitals(views / 54 / (n + 1), index + n)))
        mergeIntoMap(cells, `${metric} ${part}`, tally);
    return serializeHistograms(cells);
  };
  return [...hours, ...days].flatMap((slot, index) => {
    const begin = new Date(slot).toISOString();
    return [
      ["vitals by-page", begin, toCells(MEASURED_PAGES, index)],
      ["vitals by-device", begin, toCells(lines, index)],
    ];
  });
}

const CHECKED = ["d1", "r2", "kv", "queue", "board", "drive", "spotify", "signing"];

/** Inserts a week of web vitals by page, and by device and connection. */
export const fillVitals = (store: StoreReader, views: number, now = new Date()): Promise<void> =>
  putAll(store, "measures (topic, slot, cells)", splitVitals(now, views));

/** Fills the tables of the dashboard with a week of a label's busiest season. */
export async function fillWeek(
  store: StoreReader,
  { views, errors }: Week,
  now = new Date(),
): Promise<void> {
  const slots = listSlots(now);
  await putAll(
    store,
    "measures (topic, slot, cells)",
    slots.flatMap((slot, index) => [
      ["vitals", slot, serializeHistograms(vitals(views / slots.length, index))],
      ["uploads", slot, serializeHistograms(uploads(5, index))],
    ]),
  );
  await fillVitals(store, views, now);
  const createRows = (count: number) =>
    `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;
  const [to, ms] = [now.getTime() - 60_000, 168 * HOUR];
  const stamp = (part: string) =>
    `strftime('%Y-%m-%dT%H:%M:%fZ', (${to} - ${part}) / 1000.0, 'unixepoch')`;
  const kinds = `CASE i % 9 WHEN 0 THEN 'record' WHEN 1 THEN 'other' WHEN 2 THEN 'validation' ELSE 'upload' END`;
  const grades = `CASE i % 9 WHEN 0 THEN 'CRITICAL' WHEN 1 THEN 'LOW' WHEN 2 THEN 'MEDIUM' ELSE 'HIGH' END`;
  for (let from = 0; from < errors; from += 1_000)
    await store.rows(`${createRows(Math.min(1_000, errors - from))}
      INSERT INTO error_reports (id, fingerprint, message, stage, severity, category, occurred_at, url, metadata, created_at, submission_id)
      SELECT printf('01WEEK%020d', i + ${from}), 'week-' || (i + ${from}),
        'Failed to upload "Track ' || (i % 9 + 1) || '": Network error', 'tracks', ${grades}, ${kinds},
        ${stamp(`(i + ${from}) * ${ms / errors}`)}, 'https://submit.example.com/submit/music', '{}',
        ${stamp(`(i + ${from}) * ${ms / errors}`)}, 'D' || i FROM n`);
  const categoryShares = [
    ["record", "CRITICAL", 0.1],
    ["upload", "HIGH", 0.6],
    ["validation", "MEDIUM", 0.1],
    ["other", "LOW", 0.2],
  ] as const;
  await putAll(
    store,
    "error_counts (slot, source, category, severity, count)",
    slots.flatMap((slot, index) =>
      categoryShares.map(([category, severity, share], n) => {
        const count = (errors / slots.length) * share * (0.4 + 1.2 * spread(index * 3 + n));
        return [slot, "browser", category, severity, Math.round(count)];
      }),
    ),
  );
  for (const name of CHECKED) {
    const checkCount = CHECKED.indexOf(name) < 4 ? 2_016 : 168;
    await store.rows(`${createRows(checkCount)}
      INSERT INTO health_checks (at, integration, ok, ms) SELECT ${stamp(`i * ${ms / checkCount}`)}, '${name}', 1, 4 + i % 30 FROM n`);
  }
  await store.rows(`${createRows(5_000)} INSERT INTO jobs (id, type, subject, state, created_at, updated_at)
    SELECT 'WEEK' || i, 'sync-board', i, CASE WHEN i % 250 = 0 THEN 'failed' WHEN i < 4 THEN 'waiting' ELSE 'done' END,
      ${stamp(`i * ${ms / 5_000}`)}, ${stamp(`i * ${ms / 5_000}`)} FROM n`);
  await store.rows(`${createRows(5_000)} INSERT INTO mail_outbox
    (id, dedupe_key, kind, recipient, subject, text_body, html_body, state, created_at)
    SELECT 'WEEK' || i, 'week-' || i, 'test', '', '', '', '', CASE WHEN i % 400 = 0 THEN 'failed' ELSE 'sent' END,
      ${stamp(`i * ${ms / 5_000}`)} FROM n`);
  const requests = [
    ...[["opened", "", 60] as const, ["passed", "artist", 41] as const],
    ...[["passed", "music", 24] as const, ["passed", "about", 22] as const],
    ...[["submitted", "", 20] as const, ["abandoned", "artist", 9] as const],
  ];
  await putAll(
    store,
    "funnel_counts (slot, event, step, count)",
    slots.flatMap((slot, index) =>
      requests.map(([event, step, count]) => [
        slot,
        event,
        step,
        Math.round(count * (0.5 + spread(index))),
      ]),
    ),
  );
}
