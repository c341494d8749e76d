import { expect, test } from "vitest";
import { packHistograms, serializeHistograms, singleValueHistogram } from "../figures/histogram";
import { readSplit, splitVitals, topicOfSplit } from "./vitals-split.server";

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
