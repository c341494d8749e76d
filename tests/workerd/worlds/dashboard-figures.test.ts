import type { AppLoadContext } from "@remix-run/cloudflare";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { integrationNames } from "~/domain/review/integrations";
import { submissions } from "~/domain/submission/submission-tables.server";
import {
  type AnalyticsDeps,
  dashboardReply,
  readAnalytics,
} from "~/features/staff/analytics/analytics.server";
import { jobs } from "~/jobs/job-tables.server";
import {
  type HistogramMap,
  packHistograms,
  serializeHistograms,
  singleValueHistogram,
} from "~/observability/analytics/histogram.server";
import { periodsOf } from "~/observability/analytics/time-slots";
import {
  alertSilences,
  errorCounts,
  errorReports,
  funnelCounts,
  healthChecks,
  incidents,
  measureBatches,
  measures,
} from "~/observability/monitoring-tables.server";
import type { Database } from "~/platform/database.server";
import { parseSettings } from "~/platform/settings";
import { loader as showPage } from "~/routes/analytics";
import { submissionRow } from "../../support/submission-row";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

/* The staff dashboard with its own database: its figures, and the cost of its queries. */

const now = new Date("2026-11-23T12:34:56.000Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const settings = parseSettings({
  ENVIRONMENT: "local",
  SIGNING_SECRET: "a secret of 32 letters, or more of them",
});

let database: WatchedDatabase;
let db: Database;
beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());

const portal = (overrides: Partial<AnalyticsDeps> = {}): AnalyticsDeps => ({
  db,
  settings,
  clock: () => now,
  monitoring: {
    integrations: Object.fromEntries(
      integrationNames.map((name) => [name, name === "drive" ? "off" : "live"]),
    ) as AnalyticsDeps["monitoring"]["integrations"],
  },
  ...overrides,
});
const dashboard = async (hours: 1 | 24 | 168) =>
  dashboardReply(await readAnalytics(portal(), hours));

test("an empty installation returns the same shape without figures", async () => {
  expect(await dashboard(24)).toEqual({
    timestamp: now.toISOString(),
    timeWindow: 24,
    systemHealth: {
      status: "degraded",
      uptime: 0,
      issues: ["The health checks have not run yet."],
    },
    performanceStats: {
      currentScore: null,
      averageScore: null,
      trend: "stable",
      coreWebVitals: { lcp: null, fcp: null, cls: null },
    },
    errorStats: { totalErrors: 0, errorsByCategory: {}, recentErrors: [] },
  });
});

const views = (lcp: number, fcp: number, cls: number, count: number): HistogramMap => ({
  LCP: singleValueHistogram(lcp, count),
  FCP: singleValueHistogram(fcp, count),
  CLS: singleValueHistogram(cls * 1_000, count),
});

test("measurements, counts and checks are shown only for their own window", async () => {
  const slot = (hours: 1 | 24 | 168, index: number) => periodsOf(hours, now).begins.at(index) ?? "";
  await db.insert(measures).values([
    { topic: "vitals", slot: slot(1, -2), cells: serializeHistograms(views(1_000, 800, 0.01, 40)) },
    {
      topic: "vitals",
      slot: slot(24, -6),
      cells: serializeHistograms(views(4_000, 3_000, 0.25, 40)),
    },
    {
      topic: "vitals",
      slot: slot(168, 4),
      cells: serializeHistograms(views(60_000, 60_000, 1, 40)),
    },
    {
      topic: "vitals of another",
      slot: slot(24, -3),
      cells: serializeHistograms(views(9, 9, 9, 999)),
    },
  ]);
  await db.insert(measureBatches).values({
    at: ago(2),
    cells: JSON.stringify({
      vitals: packHistograms({ "LCP /staff phone 4g": singleValueHistogram(1_000, 5) }),
    }),
  });
  const reportCount = (slotTime: string, category: string, severity: string, count: number) => ({
    slot: slotTime,
    source: "browser",
    category,
    severity,
    count,
  });
  await db
    .insert(errorCounts)
    .values([
      reportCount(slot(1, -2), "upload", "HIGH", 3),
      reportCount(slot(1, -2), "record", "CRITICAL", 1),
      reportCount(slot(24, -6), "upload", "HIGH", 10),
      reportCount(slot(168, 4), "other", "LOW", 100),
    ]);
  const report = {
    message: "Failed to submit music",
    stage: "creating",
    severity: "CRITICAL",
    category: "record",
    metadata: "{}",
    occurredAt: "2040-01-01T00:00:00.000Z",
  };
  await db.insert(errorReports).values([
    {
      id: "E1",
      fingerprint: "1",
      ...report,
      submissionId: "D1",
      url: "https://x.example/submit",
      createdAt: ago(5),
    },
    { id: "E2", fingerprint: "2", ...report, submissionId: "D9", createdAt: ago(600) },
    { id: "E3", fingerprint: "3", ...report, createdAt: ago(60 * 24 * 3) },
    { id: "E4", fingerprint: "4", ...report, createdAt: ago(60 * 24 * 9) },
  ]);
  await db
    .insert(submissions)
    .values(submissionRow({ id: "S1", draftId: "D1", replyDueAt: ago(0), createdAt: ago(4) }));
  const check = (
    integration: string,
    minutes: number,
    ok = true,
    detail: string | null = null,
  ) => ({
    integration,
    at: ago(minutes),
    ok,
    ms: 12,
    detail,
  });
  await db
    .insert(healthChecks)
    .values([
      ...["d1", "r2", "kv", "queue"].flatMap((name) => [check(name, 300), check(name, 3)]),
      ...[check("r2", 120, false, "no answer"), check("r2", 115)],
      ...[check("board", 200), check("board", 20, false, "HTTP 503")],
      check("drive", 20, false, "switched off since"),
    ]);

  const day = await dashboard(24);
  expect(day.systemHealth).toEqual({
    status: "degraded",
    uptime: 115 * 60,
    issues: ["Task board (monday.com) does not answer as it should: HTTP 503"],
  });
  expect(day.performanceStats).toMatchObject({
    currentScore: 100,
    averageScore: 75,
    trend: "improving",
  });
  expect(day.errorStats.totalErrors).toBe(14);
  expect(day.errorStats.errorsByCategory).toEqual({ upload: 13, record: 1 });
  expect(day.errorStats.recentErrors).toEqual([
    {
      timestamp: ago(5),
      severity: "CRITICAL",
      category: "record",
      message: "Failed to submit music",
      url: "https://x.example/submit",
    },
    {
      timestamp: ago(600),
      severity: "CRITICAL",
      category: "record",
      message: "Failed to submit music",
      url: null,
    },
  ]);
  const hour = await dashboard(1);
  expect(hour.errorStats).toMatchObject({
    totalErrors: 4,
    errorsByCategory: { upload: 3, record: 1 },
  });
  expect(hour.errorStats.recentErrors).toHaveLength(1);
  const { lcp, fcp, cls } = hour.performanceStats.coreWebVitals;
  // A tally is at most 5% off, or 10% when all measurements are equal.
  expect(Math.abs((lcp ?? 0) / 1_000 - 1)).toBeLessThan(0.1);
  expect(Math.abs((fcp ?? 0) / 800 - 1)).toBeLessThan(0.1);
  expect(Math.abs((cls ?? 0) / 0.01 - 1)).toBeLessThan(0.11);
  const week = await dashboard(168);
  expect(week.errorStats.totalErrors).toBe(114);
  expect(week.errorStats.recentErrors).toHaveLength(3);
  expect(week.performanceStats.averageScore).toBeLessThan(75);
});

test("an error links to the submission of its draft", async () => {
  const { recent } = await readAnalytics(portal(), 24);
  expect(recent.map(({ id, named, hit }) => [id, named, hit])).toEqual([
    ["E1", "D1", "S1"],
    ["E2", "D9", null],
  ]);
});

test("a current incident is listed as an issue in its own words, a past one is not", async () => {
  const incident = { rule: "queue-stands", openedAt: ago(30), lastSeenAt: ago(3) };
  await db.insert(incidents).values([
    { id: "I1", ...incident, detail: "The queue has stood still for ten minutes." },
    { id: "I2", ...incident, rule: "errors", detail: "Over by now.", closedAt: ago(4) },
  ]);
  const { issues } = (await dashboard(24)).systemHealth;
  expect(issues).toContain("The queue has stood still for ten minutes.");
  expect(issues.join()).not.toContain("Over by now.");
});

test("jobs and mails are counted by state: open ones of any age, finished ones of the window", async () => {
  const job = (id: string, state: string, minutes: number) => ({
    id,
    type: "sync-board",
    subject: id,
    state,
    createdAt: ago(minutes),
    updatedAt: ago(minutes),
  });
  await db
    .insert(jobs)
    .values([
      ...[job("J1", "waiting", 60 * 24 * 3), job("J2", "done", 60 * 24 * 3), job("J3", "done", 30)],
      ...[job("J4", "failed", 60 * 24 * 3), job("J5", "running", 2)],
    ]);
  const mail = (id: string, state: string, minutes: number) => ({
    id,
    dedupeKey: id,
    kind: "test",
    recipient: "a@example.com",
    subject: "s",
    state,
    textBody: "",
    htmlBody: "",
    createdAt: ago(minutes),
  });
  await db
    .insert(mailOutbox)
    .values([
      mail("M1", "sent", 60 * 24 * 3),
      mail("M2", "sent", 9),
      mail("M3", "failed", 60 * 24 * 3),
    ]);
  await db.insert(funnelCounts).values([
    { slot: periodsOf(24, now).begins.at(-2) ?? "", event: "opened", count: 7 },
    { slot: periodsOf(24, now).begins.at(-2) ?? "", event: "passed", step: "artist", count: 3 },
    { slot: periodsOf(24, now).begins.at(-1) ?? "", event: "opened", count: 1 },
  ]);
  const { figures } = await readAnalytics(portal(), 24);
  const findFigures = (part: string) =>
    figures
      .filter((figure) => figure.part === part && figure.count > 0)
      .map(({ name, count }) => [name, count]);
  expect(findFigures("jobs")).toEqual([
    ...[
      ["waiting", 1],
      ["running", 1],
    ],
    ...[
      ["done", 1],
      ["failed", 1],
    ],
  ]);
  expect(figures.find(({ name }) => name === "waiting")?.at).toBe(ago(60 * 24 * 3));
  expect(findFigures("mails")).toEqual([
    ["sent", 1],
    ["failed", 1],
  ]);
  expect(findFigures("funnel")).toEqual([
    ["opened", 8],
    ["passed", 3],
  ]);
});

test.each(
  ([1, 24, 168] as const).flatMap((hours) =>
    ([undefined, "devices", "pages", "/submit/artist"] as const).map((split) => ({
      hours,
      by: split,
    })),
  ),
)(
  "the dashboard of $hours hours, vitals by $by, needs at most four statements, and uses an index for every growing table",
  async ({ hours, by }) => {
    database.clear();
    await readAnalytics(portal(), hours, by);
    expect(database.statementCount()).toBeLessThanOrEqual(4);
    const steps = await database.plans();
    const scans = steps.filter((step) => /^SCAN /.test(step));
    // What is given as a list, and the few incidents that last.
    // And the latest of those that are over, which end at a limit.
    const few =
      /^SCAN (states|asked|told|pair|cause|incidents USING INDEX incidents_(one_open|by_time)|CONSTANT ROW|\(subquery-)/;
    expect(
      scans.filter((step) => !few.test(step)),
      steps.join("\n"),
    ).toEqual([]);
    const planText = steps.join("\n");
    for (const index of [
      ...["error_reports_by_time", "health_checks_by_integration", "health_checks_failed"],
      ...["jobs_by_state", "mail_outbox_by_state", "measure_batches_by_time"],
    ])
      expect(planText).toContain(index);
  },
);

test("the page needs at most five statements with its current and past incidents and what waits for its reader", async () => {
  await db.insert(alertSilences).values({
    rule: "queue-stands",
    subject: "",
    until: ago(-60),
    staffId: "ada",
    staffName: "Ada",
    createdAt: ago(2),
  });
  const ada = { kind: "staff", id: "ada", name: "Ada" };
  const context = {
    ...portal(),
    monitoring: { ...portal().monitoring, sweepSilence: async () => undefined },
    edge: { access: undefined },
    scope: {
      principal: async () => ada,
      logFailure: (error: unknown) => expect.fail(String(error)),
    },
  } as unknown as AppLoadContext;
  database.clear();
  const request = new Request("https://x.example/analytics?hours=24");
  const reply = await showPage({ request, context, params: {} });
  expect(database.statementCount()).toBeLessThanOrEqual(5);
  const { open, over } = "page" in reply && reply.page ? reply.page.incidents : {};
  expect(open).toMatchObject([
    { id: "I1", detail: "The queue has stood still for ten minutes.", silenced: { by: "Ada" } },
  ]);
  expect(over).toMatchObject([{ id: "I2", detail: "Over by now.", silenced: undefined }]);
});

test("the dashboard waits at most ten seconds for a silent database", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const silent = { ...db, batch: () => new Promise(() => undefined) } as unknown as Database;
  const from = Object.assign(Object.create(Object.getPrototypeOf(db)), db, { batch: silent.batch });
  const answer = expect(readAnalytics(portal({ db: from }), 24)).rejects.toThrow(
    "Not done within 10 s",
  );
  await vi.advanceTimersByTimeAsync(10_000);
  await answer;
});
