import { expect, test } from "vitest";
import { integrationNames } from "~/domain/review/integrations";
import { type AnalyticsDeps, readAnalytics } from "~/features/staff/analytics/analytics.server";
import { analyticsPage } from "~/features/staff/analytics/analytics-page.server";
import type { Hours } from "~/observability/analytics/dashboard";
import {
  packHistograms,
  serializeHistograms,
  singleValueHistogram,
} from "~/observability/analytics/histogram.server";
import type { VitalsSplit } from "~/observability/analytics/vitals.server";
import { measureBatches, measures } from "~/observability/monitoring-tables.server";
import { parseSettings } from "~/platform/settings";
import { openForFile } from "../../support/open-for-file";
import { watchedDatabase } from "../../support/watched-database";

const now = new Date("2026-11-23T12:34:56.000Z");
const database = await openForFile(watchedDatabase);

/** What the dashboard shows: each part, its views and its LCP. */
async function dashboardRows(hours: Hours, by?: VitalsSplit) {
  const portal: AnalyticsDeps = {
    db: database.db,
    clock: () => now,
    settings: parseSettings({ ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(32) }),
    monitoring: {
      integrations: Object.fromEntries(
        integrationNames.map((name) => [name, "off"]),
      ) as AnalyticsDeps["monitoring"]["integrations"],
    },
  };
  const { split } = analyticsPage(await readAnalytics(portal, hours, by));
  return split?.rows.map(({ of: label, views, cells }) => [label, views, cells[0]]);
}

test("web vitals are told by page, by device and line, and of one page, in each window", async () => {
  const cellText = (label: string, lcp: number) =>
    serializeHistograms({ [`LCP ${label}`]: singleValueHistogram(lcp, 10) });
  await database.db.insert(measures).values([
    {
      topic: "vitals by-page",
      slot: "2026-11-23T12:00:00.000Z",
      cells: cellText("/submit/artist", 2_100),
    },
    { topic: "vitals by-page", slot: "2026-11-21T00:00:00.000Z", cells: cellText("/staff", 2_100) },
    {
      topic: "vitals by-device",
      slot: "2026-11-23T12:00:00.000Z",
      cells: cellText("phone 4g", 2_100),
    },
    {
      topic: "vitals /submit/artist",
      slot: "2026-11-23T00:00:00.000Z",
      cells: cellText("tablet 3g", 2_100),
    },
  ]);
  // Told two minutes ago, and in no period yet.
  await database.db.insert(measureBatches).values({
    at: "2026-11-23T12:32:56.000Z",
    cells: JSON.stringify({
      vitals: packHistograms({ "LCP /staff phone 4g": singleValueHistogram(2_100, 5) }),
    }),
  });
  const lcp = expect.stringMatching(/^2\.\d s$/);
  expect(await dashboardRows(24, "pages")).toEqual([
    ["/submit/artist", 10, lcp],
    ["/staff", 5, lcp],
  ]);
  expect(await dashboardRows(168, "pages")).toEqual([
    ["/staff", 15, lcp],
    ["/submit/artist", 10, lcp],
  ]);
  expect(await dashboardRows(1, "devices")).toEqual([["phone 4g", 15, lcp]]);
  expect(await dashboardRows(1, "/submit/artist")).toEqual([["tablet 3g", 10, lcp]]);
  expect(await dashboardRows(1, "/submit/music")).toEqual([]);
  expect(await dashboardRows(24)).toBeUndefined();
});
