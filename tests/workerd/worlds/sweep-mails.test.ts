import { eq, inArray, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { MailKind } from "~/domain/mail/mail-kinds";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { mailedAddress } from "~/domain/submission/draft/resume-keys.server";
import { draftKeys, submissions } from "~/domain/submission/submission-tables.server";
import { jobEvents, jobs, sweepRuns } from "~/jobs/job-tables.server";
import { healthChecks } from "~/observability/monitoring-tables.server";
import { randomIds } from "~/platform/ids";
import { findDraft } from "~/session/unlocked-draft.server";
import { reportFailure } from "../../../workers/jobs/alert-staff";
import type { JobContext } from "../../../workers/jobs/job-kind";
import { handleDeadLetter } from "../../../workers/jobs/job-kinds";
import { sweep } from "../../../workers/jobs/sweep";
import type { SweepActions } from "../../../workers/jobs/sweep/sweep-deps";
import {
  mailActions,
  sendDelayedMails,
  sendWaitingMails,
} from "../../../workers/jobs/sweep/sweep-mails";
import { ANONYMOUS_SAVE, DRAFT_LIMITS, storedArtist } from "../../support/complete-draft";
import { createJobsFixture, jobId, newsOf, noopSweepActions } from "../../support/jobs-fixture";
import { createMail, permissiveMailRules, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

const DAY = 86_400;
const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
  await fixture.db.delete(draftKeys);
});

function createStaffDeps() {
  const { db, log, now } = fixture;
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
  return {
    db,
    ids: randomIds,
    log,
    now,
    brand,
    rules: permissiveMailRules,
    staff: "team@mahogany.example",
    sendJobs: async () => {},
  };
}
/** A job is given up with this error. */
function gaveUp(job: JobContext, error: string): Promise<void> {
  const stores = { ...createStaffDeps(), clock: fixture.now };
  const notifyStaff = () => reportFailure(createStaffDeps(), job, error);
  return handleDeadLetter(job, { stores, recordFailure: async () => {}, notifyStaff });
}
const sweeps = (
  part: string,
  boardNews: SweepActions["boardNews"] = noopSweepActions.boardNews,
) => {
  const calls = {
    ...noopSweepActions,
    ...mailActions(createStaffDeps(), "https://submit.example.com"),
    boardNews,
  };
  return sweep({ ...fixture, calls }, 60, [part]);
};
const mails = () => fixture.db.select().from(mailOutbox);

test("a draft that ends soon brings one mail with one link, however many sweeps see it", async () => {
  await openDraft(fixture.db, { id: "D", key: "a key", now: fixture.now() }, DRAFT_LIMITS);
  await saveStep(fixture.db, "D", {
    ...ANONYMOUS_SAVE,
    step: "artist",
    answers: storedArtist,
    completed: true,
    now: fixture.now(),
  });
  fixture.later(13 * DAY);
  await sweeps("warnings");
  // As if the sweep had died before it could remember the warning.
  await fixture.db.run("UPDATE drafts SET warned_of = NULL");
  await sweeps("warnings");
  const [mail, ...others] = await mails();
  expect([mail?.recipient, others]).toEqual(["ada@example.com", []]);
  const link = /https:\/\/submit\.example\.com\/submit\/continue\/([\w-]{43})\s/;
  const key = link.exec(mail?.textBody ?? "")?.[1] ?? "";
  expect(await findDraft(fixture.db, key, fixture.now())).toMatchObject({ id: "D" });
  // It was mailed: whoever comes by it reads what goes to the address.
  expect(await mailedAddress(fixture.db, key)).toBe("ada@example.com");
  expect(await fixture.db.$count(draftKeys)).toBe(1);
});

test("a change of status brings one mail, also where an earlier sweep wrote the mail and nothing else", async () => {
  await fixture.addJob(jobId(1));
  const processing = async () => newsOf([{ itemId: "item-S", status: "Processing" }]);
  await sweeps("board", processing);
  await fixture.db
    .update(submissions)
    .set({ status: "pending", statusHistory: '[{"status":"pending","at":"x"}]' });
  fixture.later(600);
  await sweeps("board", processing);
  const statusMails = await mails();
  expect(statusMails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["status-change", "ada@example.com"],
  ]);
});

test("an overdue reply brings staff one mail a day, a failed job one at once", async () => {
  await fixture.addJob(jobId(1));
  fixture.later(30 * DAY);
  await sweeps("overdue");
  await sweeps("overdue");
  const jobFields = { id: jobId(1), submissionId: "S", subject: "", requestId: null };
  const failedJob = { ...jobFields, state: "failed", attempts: 1, rounds: 0 };
  await gaveUp({ ...failedJob, type: "sync-board" }, "InvalidColumnIdException: town");
  await gaveUp({ ...failedJob, type: "send-mail" }, "refused");
  const staffMails = await fixture.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "team@mahogany.example"));
  expect(staffMails.map(({ kind }) => kind)).toEqual(["overdue-alert", "staff-alert"]);
  expect(staffMails[1]?.textBody).toContain("InvalidColumnIdException: town");
});

/** The mail that a job sends. */
const findMail = (id: string) =>
  sql`${mailOutbox.id} = (SELECT ${jobs.subject} FROM ${jobs} WHERE ${jobs.id} = ${id})`;

/** A mail of this kind whose job has found no mail server. */
async function asleep(kind: MailKind) {
  const queuedMail = await putMail(fixture.db, createMail({ kind }), fixture.now());
  await fixture.db.update(jobs).set({ state: "done" }).where(eq(jobs.id, queuedMail.jobId));
  return queuedMail.jobId;
}

test("mails written while there was no mail server go out with one, each once, unless too old", async () => {
  const sentIds: string[] = [];
  const waking = () =>
    sendWaitingMails({ ...createStaffDeps(), sendJobs: async (ids) => void sentIds.push(...ids) });
  const old = [
    await asleep("resume-link"),
    await asleep("status-change"),
    await asleep("draft-expiry"),
  ];
  const confirmation = await asleep("confirmation");
  fixture.later(4 * DAY);
  const tooLate = await asleep("sign-in-link");
  fixture.later(15 * 60);
  const link = await asleep("resume-link");
  const arrivedId = await asleep("confirmation");
  const forgottenId = await asleep("sign-in-link");
  await fixture.db.update(mailOutbox).set({ state: "sent" }).where(findMail(arrivedId));
  await fixture.db.update(mailOutbox).set({ textBody: "" }).where(findMail(forgottenId));
  expect(await waking()).toBe(2);
  expect(sentIds).toEqual([confirmation, link]);
  expect(await fixture.job(link)).toMatchObject({ state: "waiting", attempts: 0 });
  for (const id of [...old, tooLate, arrivedId, forgottenId])
    expect(await fixture.job(id)).toMatchObject({ state: "done" });
  expect(await waking()).toBe(0);
});

test("no more than a hundred are woken at once, and a sweep without a mail server wakes none", async () => {
  for (let n = 0; n < 101; n++) await asleep("confirmation");
  await sweep({
    ...fixture,
    calls: { ...noopSweepActions, ...mailActions(createStaffDeps(), "https://submit.example.com") },
  });
  expect(await fixture.db.$count(jobs, eq(jobs.state, "waiting"))).toBe(0);
  const calls = {
    ...noopSweepActions,
    sendWaitingMails: () => sendWaitingMails(createStaffDeps()),
  };
  await sweep({ ...fixture, calls });
  expect(await fixture.db.$count(jobs, eq(jobs.state, "waiting"))).toBe(100);
  await sweep({ ...fixture, calls });
  expect(await fixture.db.$count(jobs, eq(jobs.state, "waiting"))).toBe(101);
});

/** Sweeps in which the mail server is asked how it is. @param isWell whether it answers. */
function askServer(isWell: boolean, part: "third-parties" | "third-parties-again") {
  const sentIds: string[] = [];
  const sendJobs = async (ids: string[]) => void sentIds.push(...ids);
  const probe = async () => {
    if (!isWell) throw new Error("Connection refused");
    return "It answers.";
  };
  const calls = {
    ...noopSweepActions,
    thirdParties: { mail: probe },
    onRecovered: { mail: () => sendDelayedMails({ ...createStaffDeps(), sendJobs }) },
  };
  return sweep({ ...fixture, calls }, 60, [part]).then(() => sentIds);
}

test.each(["third-parties", "third-parties-again"] as const)(
  "mails that wait for hours are tried at once when their server answers again (%s)",
  async (part) => {
    const { db, now } = fixture;
    await db.delete(healthChecks);
    await db.delete(sweepRuns);
    const ids: string[] = [];
    for (const n of [1, 2, 3]) {
      const queuedMail = await putMail(db, createMail({ dedupeKey: `m${n}` }), now());
      ids.push(queuedMail.jobId);
    }
    const due = new Date(now().getTime() + 4 * 3_600_000).toISOString();
    const [first = "", second = "", asleep = ""] = ids;
    // Two have failed; the third is not due for the first time yet, and has had no try.
    await db
      .update(jobs)
      .set({ dueAt: due, attempts: 3 })
      .where(inArray(jobs.id, [first, second]));
    await db.update(mailOutbox).set({ attempts: 3, lastError: "421 busy" });
    await db.update(jobs).set({ state: "running" }).where(eq(jobs.id, asleep));
    // While it is well all the time, nothing changes; nor while it is away.
    expect(await askServer(true, "third-parties")).toEqual([]);
    fixture.later(700);
    expect(await askServer(false, "third-parties")).toEqual([]);
    fixture.later(700);
    expect((await askServer(true, part)).sort()).toEqual([first, second].sort());
    const rows = await db
      .select()
      .from(jobs)
      .where(inArray(jobs.id, [first, second]));
    expect(rows.map(({ state, dueAt, attempts }) => [state, dueAt, attempts])).toEqual([
      ["waiting", null, 0],
      ["waiting", null, 0],
    ]);
    // Once: the next answer is no news.
    await db.update(jobs).set({ dueAt: due });
    fixture.later(700);
    expect(await askServer(true, "third-parties")).toEqual([]);
    const events = await db.select().from(jobEvents).where(eq(jobEvents.jobId, first));
    expect(events.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ["run-again", "mail-server-back"],
    ]);
  },
);
