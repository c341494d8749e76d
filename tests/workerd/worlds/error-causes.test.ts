import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { LEASE_SECONDS } from "~/jobs/job-claims.server";
import { errorReportSchema } from "~/observability/errors/error-report";
import { storeErrorReport } from "~/observability/errors/error-report-store.server";
import { describeThrown, toStoredFailure } from "~/observability/errors/failure.server";
import { createFailureBuffer } from "~/observability/errors/failure-buffer.server";
import { MAX_REPORTS_PER_GROUP } from "~/observability/errors/report-statements.server";
import { errorCounts, errorGroups, errorReports } from "~/observability/monitoring-tables.server";
import { randomIds } from "~/platform/ids";
import type { JobContext } from "../../../workers/jobs/job-kind";
import {
  noteJobFailed,
  recordFailureForStaff,
  recordLeaseExpired,
} from "../../../workers/jobs/record-failure";
import { runJob } from "../../../workers/jobs/run-job";
import { sweep } from "../../../workers/jobs/sweep";
import { jobId } from "../../support/jobs-fixture";
import { COUNTER_TABLES, openTestFixture } from "../../support/open-test-fixture";

const fixture = await openTestFixture(COUNTER_TABLES);
const deps = () => ({
  db: fixture.db,
  ids: randomIds,
  log: fixture.log,
  clock: fixture.now,
  sleep: async () => undefined,
});

const DRAFT = "01JD7Z5R8Q0000000000000000";
const LIMITS = { perHour: 60, perDay: 1_000 };
let reports = 0;
const report = (changes: object = {}, visitor = "A", limits = LIMITS) => {
  reports += 1;
  const errorData = {
    message: `Part ${reports} failed`,
    stage: "tracks",
    release: "b1",
    stack: "Error: x\n    at send (https://a.example/assets/routes/submit-AB12CD34.js:1:2)",
    timestamp: fixture.now().getTime() + reports,
    ...changes,
  };
  const errorReport = v.parse(errorReportSchema, { submissionId: DRAFT, errorData });
  const sender = { id: `R${reports}`, visitor, now: fixture.now() };
  return storeErrorReport(fixture.db, errorReport, sender, limits);
};
const groups = () => fixture.db.select().from(errorGroups);

test("reports of one cause are one, with when it was seen, how often, and in which builds", async () => {
  await report();
  fixture.later(600);
  await report({ release: "b2" });
  await report({ release: "b1" });
  await report({ stage: "creating" });
  const [first, second, ...rest] = await groups();
  expect(rest).toEqual([]);
  expect(first).toMatchObject({
    source: "browser",
    stage: "tracks",
    category: "upload",
    severity: "HIGH",
    count: 3,
    firstSeenAt: "2026-11-21T12:00:00.000Z",
    lastSeenAt: "2026-11-21T12:10:00.000Z",
    releases: '["b1","b2"]',
    frame: "at send (routes/submit.js:1:2)",
  });
  expect(second).toMatchObject({ severity: "CRITICAL", count: 1, stage: "creating" });
  const hits = await fixture.db
    .select()
    .from(errorReports)
    .where(eq(errorReports.groupId, first?.id ?? ""));
  expect(hits.map(({ submissionId }) => submissionId)).toEqual([DRAFT, DRAFT, DRAFT]);
  const counts = await fixture.db.select().from(errorCounts);
  const countRows = counts.map(({ slot, severity, count }) => [
    slot.slice(11, 16),
    severity,
    count,
  ]);
  expect(countRows.sort()).toEqual([
    ["12:00", "HIGH", 1],
    ["12:10", "CRITICAL", 1],
    ["12:10", "HIGH", 2],
  ]);
});

test("a report that arrives again is counted once", async () => {
  const same = { message: "same", timestamp: fixture.now().getTime() };
  const results = await Promise.all([report(same), report(same), report(same)]);
  expect(results.map(({ reported }) => reported).sort()).toEqual(["known", "known", "stored"]);
  expect((await groups()).map(({ count }) => count)).toEqual([1]);
});

test("builds are remembered, the first and the latest twenty", async () => {
  for (let n = 0; n < 25; n++) await report({ release: `b${n}` });
  const [group] = await groups();
  const releases = JSON.parse(group?.releases ?? "[]");
  expect(releases).toHaveLength(20);
  expect([releases[0], releases[19]]).toEqual(["b0", "b24"]);
});

test("one cause leaves room for others: beyond a hundred a day only its number grows", async () => {
  const notes = createFailureBuffer();
  for (let n = 0; n < MAX_REPORTS_PER_GROUP + 20; n++) {
    const { reported, failure } = await report({}, `visitor ${n}`);
    if (reported === "full") notes.add(failure, null);
  }
  expect((await report({ stage: "creating" }, "other")).reported).toBe("stored");
  await notes.write(deps());
  expect(await fixture.db.$count(errorReports)).toBe(MAX_REPORTS_PER_GROUP + 1);
  expect((await groups()).map(({ count }) => count).sort()).toEqual([
    1,
    MAX_REPORTS_PER_GROUP + 20,
  ]);
});

test("of a cause that goes on in browsers the latest hits are kept, one a minute once it is full", async () => {
  for (let n = 0; n < MAX_REPORTS_PER_GROUP; n++) await report({}, `visitor ${n}`);
  const [oldest] = await fixture.db.select().from(errorReports).orderBy(sql`rowid`).limit(1);
  const repeat = async () => (await report({}, `again ${reports}`)).reported;
  for (let minute = 0; minute < 3; minute++) {
    fixture.later(61);
    expect([await repeat(), await repeat()]).toEqual(["stored", "full"]);
  }
  expect(await fixture.db.$count(errorReports)).toBe(MAX_REPORTS_PER_GROUP);
  expect(await fixture.db.$count(errorReports, eq(errorReports.id, oldest?.id ?? ""))).toBe(0);
});

test.each([
  ["a year ahead", "2027-11-21T12:00:00.000Z", "2026-11-21T12:00:00.000Z"],
  ["a year behind", "2025-11-21T12:00:00.000Z", "2026-11-21T12:00:00.000Z"],
  ["a little ahead", "2026-11-21T12:05:00.000Z", "2026-11-21T12:05:00.000Z"],
  [
    "of the week before, when the line was lost",
    "2026-11-15T12:00:00.000Z",
    "2026-11-15T12:00:00.000Z",
  ],
])("a browser's clock that is %s", async (_, timestamp, occurredAt) => {
  await report({ timestamp });
  expect(await fixture.db.select().from(errorReports)).toMatchObject([{ occurredAt }]);
});

test("what fails in the jobs worker is noted with the submission, and so is a part of the sweep", async () => {
  await recordFailureForStaff(fixture, {
    stage: "sync-board",
    thrown: "http-500: away",
    subjectId: "S1",
  });
  const brokenWorld = {
    ...fixture,
    calls: { ...fixture.calls, sendWaitingMails: () => Promise.reject(new Error("No mail")) },
  };
  await sweep(brokenWorld, 60, ["mails"]);
  const rows = (await groups()).map(({ stage, severity, message }) => [stage, severity, message]);
  expect(rows.sort()).toEqual([
    ["sweep mails", "MEDIUM", "Error: No mail"],
    ["sync-board", "HIGH", "http-500: away"],
  ]);
  const hit = await fixture.db
    .select()
    .from(errorReports)
    .where(eq(errorReports.stage, "sync-board"));
  expect(hit).toMatchObject([{ submissionId: "S1", release: "jobs-test", source: "jobs" }]);
});

test("a job is noted by the code on its row, not by what somebody said of it; an unforeseen error freed of words", async () => {
  const errorText = "http-422: Column value Zephyr O'Marker is invalid";
  for (const error of [errorText, "item-gone", "TypeError: 'Zephyr' is no list", ""])
    await noteJobFailed(fixture, { type: "sync-board", submissionId: "S1" }, error);
  const messages = (await groups()).map(({ message }) => message);
  expect(messages.sort()).toEqual([
    ...["No message", "TypeError: [text] is no list", "http-422", "item-gone"],
  ]);
});

test("a job that its worker left in the middle is noted by its cause, when another takes it over", async () => {
  for (const n of [1, 2]) {
    await fixture.addJob(jobId(n));
    // It holds the job, and is gone before it says what came of it.
    await fixture.context(async () => ({ kind: "done" })).rows.claim(jobId(n));
  }
  const next = {
    ...fixture.context(async () => ({ kind: "done" })),
    onTakenOver: (job: JobContext) => recordLeaseExpired(fixture, job),
  };
  await runJob(next, jobId(1));
  expect(await groups()).toEqual([]);
  fixture.later(LEASE_SECONDS + 1);
  for (const n of [1, 2, 1]) await runJob(next, jobId(n));
  expect(await groups()).toMatchObject([
    { source: "jobs", stage: "sync-board", category: "background", severity: "HIGH", count: 2 },
  ]);
  const [hit] = await fixture.db.select().from(errorReports);
  expect(hit).toMatchObject({ submissionId: "S", release: "jobs-test" });
  expect(hit?.message).toContain("stopped in the middle of this job");
});

const MARKERS = [
  "zephyr.marker@example.com",
  "+44 7700 900123",
  "Zephyr Marker final mix.wav",
  "Zephyr-Cover.JPG",
  "zephyr-secret-token-0123456789",
  "01J0ZEPHYRMARKER0123456789",
  "Zephyr Quoted",
];

test("no personal data of a failure is stored, wherever it happened", async () => {
  const text = `Could not send ${MARKERS[2]} (${MARKERS[3]}) for ${MARKERS[0]}, ${MARKERS[1]}: key ${MARKERS[4]}, draft ${MARKERS[5]}, title "${MARKERS[6]}" at https://a.example/submit/continue/zephyr0123456789abc?name=Zephyr#Zephyr`;
  await report({
    message: text,
    stack: `Error: ${text}\n    at send (https://a.example/assets/x-AB12CD34.js:1:2)`,
  });
  await report({
    message: 'Column value \'Zephyr O\'Marker\' is {"title":"a \\"Zephyr\\" song"}',
    stack: null,
    stage: "Zephyr",
    userAgent: "Mozilla/5.0 (Zephyr's phone)",
    release: "Zephyr",
    url: "https://a.example/files/01J0ZEPHYRMARKER0123456789/Zephyr-Marker.wav",
    metadata: { viewport: { Zephyr: 1, width: 1 }, connection: "Zephyr", performance: {} },
  });
  await report({ message: "x", stack: null, url: "https://a.example/split/ZephyrZephyrZephyr" });
  await report({ message: "Failed to upload Zephyr Song: Network error", stack: null });
  await report({
    message: "Failed to upload custom artwork for Zephyr: the song: Upload timeout",
    stack: null,
  });
  await recordFailureForStaff(fixture, {
    stage: "send-mail",
    thrown: new Error(text),
    subjectId: null,
  });
  const notes = createFailureBuffer();
  const origin = {
    source: "site",
    stage: "POST /submit/artist",
    url: null,
    release: null,
  } as const;
  notes.add(await toStoredFailure({ ...origin, ...describeThrown(new Error(text)) }), null);
  await notes.write(deps());
  const all = JSON.stringify([
    await fixture.db.select().from(errorReports),
    await groups(),
    fixture.lines,
  ]);
  expect(all).not.toMatch(/zephyr/i);
  for (const marker of MARKERS) expect(all).not.toContain(marker);
  expect(all).toContain("Failed to upload [title]: Network error");
  expect(await fixture.db.$count(errorReports)).toBe(7);
});
