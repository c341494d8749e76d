import { desc, eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { accountStatementsForStatus } from "~/domain/artists/accept-submission.server";
import { artists } from "~/domain/artists/artist-tables.server";
import { accountMailPart } from "~/domain/mail/account-part.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { jobs, sweepRuns } from "~/jobs/job-tables.server";
import { claimSweepPart } from "~/jobs/sweep-runs.server";
import { healthQuery } from "~/observability/analytics/queries.server";
import { recordOutcome } from "~/observability/health/health-checks.server";
import { healthChecks } from "~/observability/monitoring-tables.server";
import { randomIds } from "~/platform/ids";
import { runJob } from "../../../workers/jobs/run-job";
import { runParts, sweep } from "../../../workers/jobs/sweep";
import type { SweepActions } from "../../../workers/jobs/sweep/sweep-deps";
import { mailActions } from "../../../workers/jobs/sweep/sweep-mails";
import { sweepParts } from "../../../workers/jobs/sweep/sweep-parts";
import { jobId, newsOf, noopSweepActions } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openTestFixture } from "../../support/open-test-fixture";

const fixture = await openTestFixture([sweepRuns, mailOutbox]);

const sweeps = (calls: Partial<SweepActions> = {}, minAgeSeconds?: number, only?: string[]) =>
  sweep({ ...fixture, calls: { ...noopSweepActions, ...calls } }, minAgeSeconds, only);
const submission = async (id = "S") =>
  (await fixture.db.select().from(submissions).where(eq(submissions.id, id)))[0];

test("every job that nobody picked up is sent again, by the hundred, each once", async () => {
  await fixture.addJob(jobId(0));
  await fixture.db.run(
    sql`INSERT INTO jobs (id, type, submission_id, subject, created_at, updated_at)
      SELECT 'J' || value, 'sync-board', 'S', value, created_at, updated_at
      FROM jobs, json_each(${JSON.stringify(Array.from({ length: 249 }, (_, n) => n + 1))})`,
  );
  await fixture.db.run(sql`UPDATE jobs SET id = '01J0B' || substr('00000000000000000000' || subject, -21)
    WHERE id LIKE 'J%'`);
  expect(await sweeps()).toBe(0);
  fixture.later(61);
  expect(await sweeps({}, 60, ["jobs"])).toBe(250);
  expect(new Set(fixture.sent.map((message) => message.jobId)).size).toBe(250);
  expect(await sweeps({}, 60, ["jobs"])).toBe(0);
});

test("after a restart everything goes out again, what waits for its time with its delay", async () => {
  for (const n of [1, 2, 3, 4]) await fixture.addJob(jobId(n));
  await runJob(
    fixture.context(async () => ({ kind: "retry", reason: "x", afterSeconds: 600 })),
    jobId(1),
  );
  await runJob(
    fixture.context(async () => ({ kind: "done" })),
    jobId(2),
  );
  // Its worker goes down with it.
  const killedContext = fixture.context(() => Promise.reject(new Error("never told")));
  await killedContext.rows.claim(jobId(3));
  fixture.later(10);
  expect(await sweeps({}, 0, ["jobs"])).toBe(3);
  expect(fixture.sent.toSorted((a, b) => a.delaySeconds - b.delaySeconds)).toEqual([
    { jobId: jobId(4), delaySeconds: 0 },
    { jobId: jobId(3), delaySeconds: 110 },
    { jobId: jobId(1), delaySeconds: 650 },
  ]);
});

test("a part that fails, or hangs, stops no other; each is told of", async () => {
  const doneParts: string[] = [];
  const counts = await runParts(
    fixture,
    [
      { name: "first", run: async () => doneParts.push("first") },
      {
        name: "broken",
        run: async () => {
          throw new Error("The board is away");
        },
      },
      { name: "hanging", run: () => new Promise<number>(() => {}) },
      { name: "last", run: async () => doneParts.push("last") },
    ],
    { partSeconds: 0.05 },
  );
  expect([doneParts, counts]).toEqual([["first", "last"], { first: 1, last: 2 }]);
  expect(fixture.lines.filter(([event]) => event === "sweep.failed")).toMatchObject([
    ["sweep.failed", { part: "broken", reason: "Error: The board is away" }],
    ["sweep.failed", { part: "hanging", reason: "Error: Not done within 0.05 s" }],
  ]);
  expect(fixture.events().at(-1)).toBe("sweep.done");
});

test("a part with a time of its own runs once in it, however many sweeps there are", async () => {
  const takePart = () => claimSweepPart(fixture.db, "board", 600, fixture.now());
  expect((await Promise.all([takePart(), takePart(), takePart()])).filter(Boolean)).toHaveLength(1);
  fixture.later(599);
  expect(await takePart()).toBe(false);
  fixture.later(1);
  expect(await takePart()).toBe(true);
});

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };

/** The mails of the sweep as they are, and the jobs that it hands over. */
function letters() {
  const { db, log, now } = fixture;
  const handedIds: string[] = [];
  const deps = {
    db,
    ids: randomIds,
    log,
    now,
    brand,
    rules: permissiveMailRules,
    staff: "team@mahogany.example",
  };
  const sendJobs = async (ids: string[]) => void handedIds.push(...ids);
  return { handedIds, ...mailActions({ ...deps, sendJobs }, permissiveMailRules.site) };
}
/** What making accounts works with, as the services have it. */
function accounts() {
  const { db } = fixture;
  const mailOptions = {
    mail: { rules: permissiveMailRules, brand },
    site: permissiveMailRules.site,
  };
  return {
    db,
    ids: randomIds,
    secret: permissiveMailRules.secret,
    mailPart: accountMailPart({ db, ids: randomIds, ...mailOptions }),
    senderOf: async () => ({ email: "Ada@example.com", profile: { artistName: "Ada" } }),
  };
}
const mailsTold = () =>
  fixture.db
    .select({ id: mailOutbox.submissionId, subject: mailOutbox.subject, text: mailOutbox.textBody })
    .from(mailOutbox)
    .orderBy(mailOutbox.submissionId);

test("a yes on the board opens an account for its artist, once; a no opens none", async () => {
  await fixture.db.delete(artists);
  await fixture.addJob(jobId(1));
  await fixture.addJob(jobId(2), "sync-board", "T");
  const { statusMail, sendJobs } = letters();
  const accountPart: SweepActions["accountPart"] = (to, condition, now) =>
    accountStatementsForStatus(accounts(), to, condition, now);
  const createStatus = (status: string) => async () =>
    newsOf([
      { itemId: "item-S", status },
      { itemId: "item-T", status, reason: "Too quiet" },
    ]);
  const board = (status: string) =>
    sweeps({ statusMail, sendJobs, accountPart, boardNews: createStatus(status) }, 60, ["board"]);
  await board("Rejected");
  expect(await fixture.db.$count(artists)).toBe(0);
  fixture.later(60);
  await board("Approved");
  const [account, ...others] = await fixture.db.select().from(artists);
  expect([account?.email, others]).toEqual(["ada@example.com", []]);
  const mails = await fixture.db.select().from(mailOutbox);
  expect(mails.filter(({ kind }) => kind === "account")).toHaveLength(1);
  const owners = await fixture.db.select({ artistId: submissions.artistId }).from(submissions);
  expect(owners).toEqual([{ artistId: account?.id }, { artistId: account?.id }]);
});

test("a status set on the board reaches the submission with its reason, and the artist once", async () => {
  await fixture.addJob(jobId(1));
  await fixture.addJob(jobId(2), "sync-board", "T");
  const { handedIds, statusMail, sendJobs } = letters();
  const boardNews = async () =>
    newsOf([
      { itemId: "item-S", status: "Approved" },
      { itemId: "item-T", status: "Rejected", reason: " Too quiet " },
      { itemId: "of nobody", status: "Processing" },
    ]);
  for (let sweepNumber = 0; sweepNumber < 2; sweepNumber++)
    await sweeps({ statusMail, sendJobs, boardNews }, 60, ["board"]);
  expect(await mailsTold()).toMatchObject([
    { id: "S", subject: expect.stringContaining("Yes, we want to release it") },
    { id: "T", text: expect.stringContaining("Too quiet") },
  ]);
  const mailJobs = await fixture.db.select().from(jobs).where(eq(jobs.type, "send-mail"));
  expect(handedIds.toSorted()).toEqual(mailJobs.map(({ id }) => id).toSorted());
  expect(JSON.parse((await submission("T"))?.statusHistory ?? "")).toEqual([
    { status: "pending", at: expect.any(String) },
    {
      status: "rejected",
      at: fixture.now().toISOString(),
      reason: "Too quiet",
      id: expect.any(String),
    },
  ]);
  expect(await submission()).toMatchObject({ status: "approved" });
});

test("a secret link in a mail that never went out is forgotten after 14 days", async () => {
  const mail = { recipient: "ada@example.com", subject: "Your link", textBody: "link" };
  const writtenDaysAgo = (daysAgo: number) =>
    new Date(fixture.now().getTime() - daysAgo * 86_400_000).toISOString();
  await fixture.db.insert(mailOutbox).values(
    [13.9, 14.1].map((days) => ({
      ...mail,
      id: String(days),
      dedupeKey: String(days),
      kind: "sign-in-link" as const,
      htmlBody: "link",
      createdAt: writtenDaysAgo(days),
    })),
  );
  await sweeps({}, 60, ["forgetting"]);
  const mailRows = await fixture.db.select().from(mailOutbox).orderBy(mailOutbox.id);
  expect(mailRows.map(({ textBody, htmlBody }) => textBody + htmlBody)).toEqual(["linklink", ""]);
});

test("a rejection waits for its reason", async () => {
  await fixture.addJob(jobId(1));
  const calls: Partial<SweepActions> = {
    ...letters(),
    boardNews: async () => newsOf([{ itemId: "item-S", status: "Rejected", reason: "" }]),
  };
  await sweeps(calls, 60, ["board"]);
  expect([await mailsTold(), (await submission())?.status]).toEqual([[], "pending"]);
  expect(fixture.events()).toContain("status.held");
});

test("a mail that cannot be written leaves the status for the next sweep, and stops no other", async () => {
  await fixture.addJob(jobId(1));
  await fixture.addJob(jobId(2), "sync-board", "T");
  let broken = true;
  const { statusMail, sendJobs } = letters();
  const calls: Partial<SweepActions> = {
    boardNews: async () =>
      newsOf(["item-S", "item-T"].map((itemId) => ({ itemId, status: "Processing" }))),
    sendJobs,
    statusMail: async (change, ...rest) => {
      if (broken && change.submission.id === "S") throw new Error("D1 is away");
      return statusMail(change, ...rest);
    },
  };
  await sweeps(calls, 60, ["board"]);
  expect([(await submission())?.status, (await submission("T"))?.status]).toEqual([
    "pending",
    "processing",
  ]);
  broken = false;
  await sweeps(calls, 60, ["board"]);
  expect((await submission())?.status).toBe("processing");
  expect((await mailsTold()).map(({ id }) => id)).toEqual(["S", "T"]);
});

test("an overdue reply is in the log once, and one that was given is not", async () => {
  await fixture.addJob(jobId(1));
  await fixture.addJob(jobId(2), "sync-board", "T");
  await fixture.db.update(submissions).set({ status: "approved" }).where(eq(submissions.id, "T"));
  let callCount = 0;
  const calls: Partial<SweepActions> = { alertOverdue: async () => void callCount++ };
  const overdue = () => fixture.lines.filter(([event]) => event === "reply.overdue");
  await sweeps(calls, 60, ["overdue"]);
  expect(overdue()).toEqual([]);
  fixture.later(30 * 86_400);
  await sweeps(calls, 60, ["overdue"]);
  await sweeps(calls, 60, ["overdue"]);
  expect(overdue()).toEqual([["reply.overdue", { submissionId: "S" }]]);
  expect(callCount).toBe(3);
});

test("an alert that cannot be written is tried again before anything is taken as told", async () => {
  await fixture.addJob(jobId(1));
  fixture.later(30 * 86_400);
  const alertOverdue = async () => {
    throw new Error("D1 is away");
  };
  await sweeps({ alertOverdue }, 60, ["overdue"]);
  expect(fixture.events()).toEqual(["sweep.failed", "sweep.done"]);
  expect((await submission())?.overdueToldAt).toBeNull();
});

test("third parties are asked every ten minutes, our own stores in every sweep", async () => {
  const probeNames: string[] = [];
  const probe = (name: string) => async () => void probeNames.push(name) as undefined;
  const calls = { stores: { d1: probe("d1") }, thirdParties: { drive: probe("drive") } };
  for (let sweepNumber = 0; sweepNumber < 3; sweepNumber++) {
    await sweeps(calls);
    fixture.later(300);
  }
  expect(probeNames).toEqual(["d1", "drive", "d1", "d1", "drive"]);
  await fixture.db.delete(jobs);
});

test("the board is checked once a day while its work goes on, and otherwise when it was quiet for long", async () => {
  await fixture.db.delete(healthChecks);
  let asked = 0;
  const board = async () => void asked++ as undefined;
  const calls = { ...noopSweepActions, thirdParties: { board } };
  const parts = sweepParts({ ...fixture, calls }, 60).filter(({ name }) => name === "board-check");
  const answer = (ok: boolean) =>
    recordOutcome(fixture.db, { integration: "board", ok, ms: 5, at: fixture.now() });
  /** Sweeps for some hours, in which the board answers a call of the work every so many minutes. */
  const hours = async (count: number, everyMinutes?: number) => {
    asked = 0;
    for (let minute = 0; minute < count * 60; minute += 5) {
      if (everyMinutes && minute % everyMinutes === 0) await answer(true);
      await runParts(fixture, parts);
      fixture.later(300);
    }
    return asked;
  };
  expect(await hours(24, 60)).toBe(1);
  expect(await hours(24, 10)).toBe(1);
  // Nothing else calls it: its own checks are what is heard of it.
  expect(await hours(12)).toBe(10);
});

test("a call that fails is a failed check, after which only a check says that all is well", async () => {
  await fixture.db.delete(healthChecks);
  const answer = async (ok: boolean) => {
    fixture.later(60);
    await recordOutcome(fixture.db, { integration: "board", ok, ms: 5, at: fixture.now() });
  };
  const checks = async () =>
    (await fixture.db.select().from(healthChecks).orderBy(healthChecks.id)).map(({ ok }) => ok);
  for (const ok of [true, true, false, false, true]) await answer(ok);
  expect(await checks()).toEqual([true, false]);
  let isWell = false;
  const board = async () => {
    if (isWell) return "It answers.";
    throw new Error("Away.");
  };
  const again = async () => {
    fixture.later(300);
    await sweeps({ thirdParties: { board } }, 60, ["third-parties-again"]);
  };
  await again();
  isWell = true;
  await again();
  await again();
  expect(await checks()).toEqual([true, false, false, true]);
  fixture.later(540);
  await answer(true);
  expect(await checks()).toEqual([true, false, false, true, true]);
});

test("what kept anybody from writing down how stores answer counts as an outage, said once", async () => {
  await fixture.db.delete(healthChecks);
  const calls = { stores: { d1: async () => undefined } };
  const failures = () => fixture.events().filter((event) => event === "health.failed").length;
  const sweepAfter = async (seconds: number) => {
    fixture.later(seconds);
    await sweeps(calls, 60, ["stores"]);
  };
  await sweepAfter(0);
  await sweepAfter(14 * 60);
  expect(failures()).toBe(0);
  await sweepAfter(2 * 3_600);
  await sweepAfter(300);
  expect(failures()).toBe(1);
  const checks = fixture.db.select().from(healthChecks).orderBy(desc(healthChecks.id));
  expect((await checks).map(({ ok }) => ok)).toEqual([true, true, false, true, true]);
  // From there on it has been up.
  const [d1] = await healthQuery(fixture.db, ["d1"], "");
  expect(d1?.askedNextAt).toBe(new Date(fixture.now().getTime() - 300_000).toISOString());
});

test("every whole sweep is reported to the watcher outside, and goes on where that does not answer", async () => {
  const pings: string[] = [];
  const pingHeartbeat = async () => void pings.push("ping");
  await sweeps({ pingHeartbeat });
  await sweeps({ pingHeartbeat }, 60, ["jobs"]);
  expect(pings).toEqual(["ping"]);

  const refused = () => Promise.reject(new Error("503 of the watcher"));
  expect(await sweeps({ pingHeartbeat: refused })).toBe(0);
  expect(fixture.lines).toContainEqual([
    "heartbeat.failed",
    expect.objectContaining({ reason: expect.stringContaining("503 of the watcher") }),
  ]);
  // By this row the site judges whether the jobs worker is alive.
  const rows = await fixture.db.select().from(sweepRuns).where(eq(sweepRuns.part, "sweep"));
  expect(rows.map(({ at }) => at)).toEqual([fixture.now().toISOString()]);
});
