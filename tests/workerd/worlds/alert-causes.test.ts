import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { loadIncidents } from "~/features/staff/incidents/staff-incidents.server";
import { jobs } from "~/jobs/job-tables.server";
import { canBeNotified, openIncident } from "~/observability/health/incident-store.server";
import { openIncidents } from "~/observability/health/incident-views.server";
import { errorCounts, incidents } from "~/observability/monitoring-tables.server";
import { randomIds } from "~/platform/ids";
import { alertStaff, reportFailure } from "../../../workers/jobs/alert-staff";
import { createAlertsFixture } from "../../support/alerts-fixture";
import { jobId } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/* One cause is told once: what breaks because of it has no mail of its own. */

const MINUTE = 60;
const HOUR = 3_600;
const BOARD = "Task board (monday.com) isn't answering";
const MAIL = "Mail server isn't answering";

const fixture = await openForFile(createAlertsFixture);
const { db, judge, judgeAfter, mails, subjects, checks, failedMail, timestamp } = fixture;
beforeEach(() => fixture.reset());

const countErrors = (count: number) =>
  db
    .insert(errorCounts)
    .values({ slot: timestamp(-600), source: "jobs", category: "c", severity: "HIGH", count });
const openList = async () => (await loadIncidents({ db, clock: fixture.now })).open;
const inBar = async () => (await openIncidents(db, fixture.now())).map(({ rule }) => rule);

/** A job of the board that has failed for good, and what staff are told of it. */
async function boardJobFails(n: number): Promise<void> {
  await fixture.addJob(jobId(n), "sync-board", `S${n}`);
  const failed = { state: "failed", updatedAt: timestamp() };
  await db
    .update(jobs)
    .set(failed)
    .where(eq(jobs.id, jobId(n)));
  const job = await fixture.job(jobId(n));
  if (!job) throw new Error("There is no such job.");
  await reportFailure(fixture.staff(), job, "server-error");
  // Its mail has been sent.
  await db.update(jobs).set({ state: "done" }).where(eq(jobs.type, "send-mail"));
}

test("a mail server that is away is told once, whatever else breaks because of it", async () => {
  await checks("mail", false, false);
  await judge();
  await db.insert(jobs).values([1, 2, 3].map(failedMail));
  await countErrors(40);
  await judgeAfter(5 * MINUTE);
  await judgeAfter(30 * MINUTE);
  expect(await subjects()).toEqual([MAIL]);
  expect(await inBar()).toEqual(["health"]);
  const [incident, ...others] = await openList();
  expect(others).toEqual([]);
  expect(incident).toMatchObject({
    title: MAIL,
    effects: [{ title: "Emails aren't going out" }, { title: "Many errors" }],
  });
});

test("the mail about the end counts what has failed meanwhile, and nothing else is mailed", async () => {
  await checks("mail", false, false);
  await judge();
  await db.insert(jobs).values([1, 2, 3].map(failedMail));
  await countErrors(40);
  await judgeAfter(20 * MINUTE);
  await checks("mail", true);
  await judgeAfter(5 * MINUTE);
  // What it left behind is still counted, and comes from what is over.
  expect(await openList()).toMatchObject([
    { title: "Emails aren't going out", pastCause: MAIL, effects: [{ title: "Many errors" }] },
  ]);
  expect(await inBar()).toEqual([]);
  await judgeAfter(31 * MINUTE);
  expect(await subjects()).toEqual([MAIL, `Over: ${MAIL}`]);
  const text = (await mails())[1]?.text;
  expect(text).toContain("Meanwhile 3 emails have failed.");
  expect(text).toContain("https://submit.example.com/staff/activity/mails?state=failed");
  await judgeAfter(HOUR);
  await judgeAfter(31 * MINUTE);
  expect(await subjects()).toEqual([MAIL, `Over: ${MAIL}`]);
});

test("what lasts after its cause is told then", async () => {
  await checks("board", false, false);
  await countErrors(40);
  await judge();
  await checks("board", true);
  await judgeAfter(30 * MINUTE);
  await countErrors(40);
  await judgeAfter(40 * MINUTE);
  expect(await subjects()).toEqual([BOARD, `Over: ${BOARD}`]);
  await countErrors(40);
  await judgeAfter(40 * MINUTE);
  expect(await subjects()).toEqual([BOARD, `Over: ${BOARD}`, "Many errors"]);
});

test("many errors wait until it shows whether something is away", async () => {
  await countErrors(40);
  await judge();
  await checks("board", false, false);
  await judgeAfter(14 * MINUTE);
  await judgeAfter(MINUTE);
  expect(await subjects()).toEqual([BOARD]);
});

test("many errors are told once they have lasted an hour beside what is away", async () => {
  await checks("board", false, false);
  await countErrors(40);
  await judge();
  await judgeAfter(30 * MINUTE);
  await countErrors(40);
  await judgeAfter(29 * MINUTE);
  expect(await subjects()).toEqual([BOARD]);
  expect(await inBar()).toEqual(["health"]);
  await judgeAfter(MINUTE);
  expect(await subjects()).toEqual([BOARD, "Many errors"]);
  expect((await inBar()).sort()).toEqual(["errors", "health"]);
});

test("many errors that begin more than an hour after something went away are told by themselves", async () => {
  await checks("board", false, false);
  await judge();
  await judgeAfter(61 * MINUTE);
  await countErrors(40);
  await judge();
  await judgeAfter(16 * MINUTE);
  expect(await subjects()).toEqual([BOARD, "Many errors"]);
});

test("other things that begin within a day after their cause are not told, and later ones are", async () => {
  await checks("mail", false, false);
  await judge();
  fixture.later(23 * HOUR);
  await db.insert(jobs).values([1, 2, 3].map(failedMail));
  await judgeAfter(0);
  expect(await subjects()).toEqual([MAIL]);
  await db.delete(jobs);
  await judgeAfter(31 * MINUTE);
  fixture.later(HOUR);
  await db.insert(jobs).values([1, 2, 3].map(failedMail));
  await judgeAfter(0);
  expect(await subjects()).toEqual([MAIL, "Emails aren't going out"]);
});

test("jobs that fail while the board is away have no mails; its end tells how many there are", async () => {
  await boardJobFails(1);
  expect(await subjects()).toEqual(["A job has failed: Board item"]);
  fixture.later(MINUTE);
  await checks("board", false, false);
  await judge();
  await Promise.all([boardJobFails(2), boardJobFails(3)]);
  await judgeAfter(5 * MINUTE);
  await checks("board", true);
  await judgeAfter(5 * MINUTE);
  await boardJobFails(4);
  await judgeAfter(31 * MINUTE);
  const failure = "A job has failed: Board item";
  expect(await subjects()).toEqual([failure, BOARD, failure, `Over: ${BOARD}`]);
  const text = (await mails())[3]?.text;
  expect(text).toContain("Meanwhile 2 jobs have failed.");
  expect(text).toContain("https://submit.example.com/staff/activity/jobs");
});

test("jobs that call somebody else are told one by one", async () => {
  await checks("mail", false, false);
  await judge();
  await boardJobFails(1);
  expect(await subjects()).toEqual([MAIL, "A job has failed: Board item"]);
});

test("stores whose checks are missing because the database was away are not told beside it", async () => {
  await checks("d1", false, false);
  await checks("r2", false, false);
  await judge();
  expect(await subjects()).toEqual(["Database (D1) isn't answering"]);
  expect(await openList()).toMatchObject([
    { effects: [{ title: "File storage (R2) isn't answering" }] },
  ]);
});

test("a store that is away once the database is back is told at once", async () => {
  await checks("d1", false, false);
  await judge();
  await checks("d1", true);
  await judgeAfter(5 * MINUTE);
  await checks("r2", false, false);
  await judgeAfter(5 * MINUTE);
  expect(await subjects()).toEqual([
    "Database (D1) isn't answering",
    "File storage (R2) isn't answering",
  ]);
});

test("of many sweeps at once that find a cause and its effects, one tells, and of the cause alone", async () => {
  await checks("mail", false, false);
  await db.insert(jobs).values([1, 2, 3].map(failedMail));
  await Promise.all([judge(), judge(), judge(), judge()]);
  expect(await subjects()).toEqual([MAIL]);
  expect(await db.$count(incidents)).toBe(2);
});

test("a cause that another sweep opens just before the mail is written keeps that mail back", async () => {
  const now = fixture.now();
  const finding = { rule: "mail", subject: "", detail: "d" } as const;
  const { incident } = await openIncident(db, finding, now, randomIds.next(now));
  const cause = { rule: "health", subject: "mail", detail: "d" } as const;
  const tell = () =>
    alertStaff(
      fixture.staff(),
      { key: "k", subject: "s", sentences: [] },
      undefined,
      canBeNotified(incident.id, now),
    );
  await openIncident(db, cause, now, randomIds.next(now));
  expect(await tell()).toBe(false);
  expect(await db.$count(mailOutbox)).toBe(0);
  await db.delete(incidents).where(eq(incidents.rule, "health"));
  expect(await tell()).toBe(true);
});
