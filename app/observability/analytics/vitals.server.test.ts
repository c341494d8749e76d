import * as v from "valibot";
import { expect, test } from "vitest";
import { aggregateKeys, rollupPlanOf } from "./aggregation.server";
import { packHistograms, serializeHistograms, singleValueHistogram } from "./histogram.server";
import { COARSE_ROLLUP, DAILY_ROLLUP, FINE_ROLLUP } from "./time-slots";
import { readSplit, splitVitals, topicOfSplit, vitalsCells, vitalsSchema } from "./vitals.server";

const metric = (changes: object = {}) => ({
  name: "LCP",
  value: 1200,
  page: "/submit",
  ...changes,
});
const report = (changes: object = {}, metrics: unknown[] = [metric()]) => ({
  device: "phone",
  connection: "4g",
  metrics,
  ...changes,
});
const isValid = (body: unknown) => v.is(vitalsSchema, body);

test.each([
  ["all is well", report()],
  ["it comes at once", report({}, [metric({ value: 0 })])],
  ["ten minutes are just possible", report({}, [metric({ value: 600_000 })])],
  ["the browser says nothing of its line", report({ connection: undefined })],
])("a report is accepted where %s", (_, body) => {
  expect(isValid(body)).toBe(true);
});

test.each([
  ["a negative number", report({}, [metric({ value: -1 })])],
  ["an absurd number", report({}, [metric({ value: 1e12 })])],
  ["a number that is none", report({}, [metric({ value: Number.NaN })])],
  ["no end of a number", report({}, [metric({ value: Number.POSITIVE_INFINITY })])],
  ["a number as text", report({}, [metric({ value: "12" })])],
  ["a page that shifts without end", report({}, [metric({ name: "CLS", value: 101 })])],
  ["another metric", report({}, [metric({ name: "FID" })])],
  ["a page of others", report({}, [metric({ page: "/wp-admin" })])],
  ["markup for a page", report({}, [metric({ page: "<script>" })])],
  ["markup for a device", report({ device: "<b>phone</b>" })],
  ["no metric", report({}, [])],
  [
    "too many metrics",
    report(
      {},
      Array.from({ length: 26 }, () => metric()),
    ),
  ],
  ["a list", []],
])("a report with %s is not", (_, body) => {
  expect(isValid(body)).toBe(false);
});

test("an unknown kind of connection counts as unknown", () => {
  expect(v.parse(vitalsSchema, report({ connection: "<img>" })).connection).toBe("unknown");
});

test("a measurement counts for all pages, for its kind of device and line, for its page, and for both", () => {
  const vitals = v.parse(
    vitalsSchema,
    report({}, [metric(), metric({ name: "CLS", value: 0.25 })]),
  );
  const cells = vitalsCells(vitals, 4);
  expect(cells).toMatchObject({
    "LCP /submit phone 4g": { count: 4, sum: 4800 },
    "CLS /submit phone 4g": { count: 4, sum: 1000 },
  });
  expect(aggregateKeys("vitals", "LCP /submit phone 4g")).toEqual([
    { topic: "vitals", key: "LCP" },
    { topic: "vitals by-device", key: "LCP phone 4g" },
    { topic: "vitals by-page", key: "LCP /submit" },
    { topic: "vitals /submit", key: "LCP phone 4g" },
  ]);
  expect(aggregateKeys("vitals", "LCP /elsewhere phone 4g")).toEqual([]);
});

test("two views of one page in one report both count", () => {
  const vitals = v.parse(vitalsSchema, report({}, [metric(), metric({ value: 300 })]));
  expect(vitalsCells(vitals, 1)).toMatchObject({
    "LCP /submit phone 4g": { count: 2, sum: 1500 },
  });
});

test("topics with more keys have longer periods", () => {
  expect(["vitals", "uploads"].map(rollupPlanOf)).toEqual([FINE_ROLLUP, FINE_ROLLUP]);
  expect(["vitals by-device", "vitals by-page"].map(rollupPlanOf)).toEqual([
    COARSE_ROLLUP,
    COARSE_ROLLUP,
  ]);
  expect(rollupPlanOf("vitals /submit")).toBe(DAILY_ROLLUP);
});

const parseSplit = (query: string) => readSplit(new URLSearchParams(query));

test("vitals are split as the query says, and not for any other value", () => {
  expect(["vitals=devices", "vitals=pages", "vitals=/submit/artist"].map(parseSplit)).toEqual([
    ...["devices", "pages", "/submit/artist"],
  ]);
  for (const query of ["", "vitals=", "vitals=/wp-admin", "vitals=<script>", "vitals=__proto__"])
    expect(parseSplit(query)).toBeUndefined();
});

const row = (topic: string, cells: Record<string, [value: number, count: number]>) => ({
  topic,
  cells: serializeHistograms(
    Object.fromEntries(
      Object.entries(cells).map(([key, [value, count]]) => [
        key,
        singleValueHistogram(value, count),
      ]),
    ),
  ),
});
const unaggregated = {
  topic: "",
  cells: JSON.stringify({
    vitals: packHistograms({
      "LCP /staff phone 3g": singleValueHistogram(4_000, 2),
      "CLS /submit/artist phone 3g": singleValueHistogram(100, 1),
    }),
  }),
};

test("pages are sorted by visits, including batches not aggregated yet", () => {
  const rows = [
    row("vitals by-page", { "LCP /staff": [4_000, 3], "LCP /submit/artist": [1_000, 40] }),
    row("vitals by-page", { "INP /submit/artist": [90, 10], "TTFB /submit/artist": [200, 40] }),
    row("vitals by-device", { "LCP phone 4g": [9, 999] }),
    unaggregated,
  ];
  const [artist, staff, ...others] = splitVitals(rows, "pages");
  expect(others).toEqual([]);
  expect(artist).toMatchObject({ of: "/submit/artist", views: 40, figures: { FCP: null } });
  expect(artist?.figures.CLS).toBeCloseTo(0.1, 1);
  expect(staff).toMatchObject({ of: "/staff", views: 5, figures: { INP: null, CLS: null } });
  expect(Math.abs((staff?.figures.LCP ?? 0) / 4_000 - 1)).toBeLessThan(0.1);
});

test("vitals are split by device and connection, of all pages and of one", () => {
  const all = splitVitals(
    [row("vitals by-device", { "LCP phone 4g": [900, 7] }), unaggregated],
    "devices",
  );
  expect(all.map(({ of, views }) => [of, views])).toEqual([
    ["phone 4g", 7],
    ["phone 3g", 2],
  ]);
  const ofPage = [row("vitals /submit/artist", { "LCP tablet unknown": [900, 7] }), unaggregated];
  expect(topicOfSplit("/submit/artist")).toBe("vitals /submit/artist");
  expect(splitVitals(ofPage, "/submit/artist").map(({ of, views }) => [of, views])).toEqual([
    ["tablet unknown", 7],
    ["phone 3g", 1],
  ]);
});

test("invalid rows give no figures", () => {
  expect(splitVitals([{ topic: "vitals by-page", cells: "{oops" }], "pages")).toEqual([]);
});
