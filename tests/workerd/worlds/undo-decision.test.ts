import { asc, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { artists } from "~/domain/artists/artist-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { requeueDelayedMails } from "~/domain/mail/requeue-mails.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { listSavedReasons } from "~/domain/review/saved-reasons.server";
import { loadStatusHistory } from "~/domain/review/status-history.server";
import { findUndoable } from "~/domain/review/undo-decision.server";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { findArtistSubmission } from "~/domain/submission/record/artist-submission.server";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { submissions } from "~/domain/submission/submission-tables.server";
import { loadUndoNotice } from "~/features/staff/load-undo-notice.server";
import { decideItem } from "~/features/staff/review/review-desk.server";
import { reviewPost } from "~/features/staff/review/review-post.server";
import { claimJob } from "~/jobs/job-claims.server";
import { jobs } from "~/jobs/job-tables.server";
import { addSeconds } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { staffPrincipal } from "../../support/accounts";
import { openForFile } from "../../support/open-for-file";
import { createStatusFixture } from "../../support/status-paths";

/* A decision by one person can be undone for a minute; its mails wait longer. */

const bo: Staff = { kind: "staff", id: "01KBO", name: "Bo Lind" };

const fixture = await openForFile(createStatusFixture);
const { db } = fixture;
let now = new Date();
let sent: { count: number; delaySeconds: number }[] = [];
const portal: typeof fixture.portal = {
  ...fixture.portal,
  clock: () => now,
  sendJobs: async (jobIds, _about, delaySeconds = 0) =>
    void sent.push({ count: jobIds.length, delaySeconds }),
};
const later = (seconds: number) => {
  now = addSeconds(now, seconds);
};
beforeEach(async () => {
  await fixture.reset();
  now = fixture.clock();
  sent = [];
});

async function findItem(id: string) {
  const item = await findReviewItem(db, id);
  if (!item) throw new Error("It is not in the queue.");
  return item;
}

/** Presses a button of an entry's page. */
async function press(id: string, fields: Record<string, string>, by = staffPrincipal) {
  const item = await findItem(id);
  const revision = String(item.revision);
  const body = new URLSearchParams({ revision, decided: revision, ...fields });
  return reviewPost({ context: portal, by, item, fields: body });
}
const decide = (id: string, status: string, reason = "") =>
  press(id, { intent: "set", status, reason });
const undo = (id: string, fields = {}, by = staffPrincipal) =>
  press(id, { intent: "undo", ...fields }, by);

const mailJobs = () =>
  db.select().from(jobs).where(eq(jobs.type, "send-mail")).orderBy(asc(jobs.id));
const boardJobs = () => db.$count(jobs, eq(jobs.type, "set-board-status"));
const secondsBetween = (from: string, to: string | null) =>
  (Date.parse(to ?? "") - Date.parse(from)) / 1000;
const claim = async (job: { id: string } | undefined, at = now) =>
  claimJob(db, job?.id ?? "", randomIds.secret(), at);

test("the mails of a decision wait ten minutes, and no worker takes them up before", async () => {
  const id = await fixture.submitted();
  await decide(id, "approved");
  // That about the status, and the new account's.
  const [first, ...others] = await mailJobs();
  expect(others).toHaveLength(1);
  expect(sent).toEqual([
    { count: 1, delaySeconds: 0 },
    { count: 2, delaySeconds: STATUS_MAIL_SECONDS },
  ]);
  expect(await requeueDelayedMails(db, now)).toEqual([]);
  later(STATUS_MAIL_SECONDS - 2);
  expect(await claim(first)).toBeUndefined();
  later(2);
  expect(await claim(first)).toBeDefined();
});

test("undone within the minute, it is as if it had never been, but for the history and the trail", async () => {
  const id = await fixture.submitted();
  const before = await findItem(id);
  await decide(id, "approved");
  expect(await fixture.accounts()).toHaveLength(1);
  later(30);
  const [boardJobsBefore] = [await boardJobs()];
  expect(await undo(id)).toEqual({ noticeCode: "undone" });
  expect(await findItem(id)).toEqual({ ...before, revision: before.revision + 2 });
  expect(await loadStatusHistory(db, before)).toMatchObject([
    { status: "pending" },
    { status: "approved", by: "Ada Berg" },
    { status: "pending", by: "Ada Berg", undone: "approved" },
  ]);
  expect([await fixture.mails(), await mailJobs(), await fixture.accounts()]).toEqual([[], [], []]);
  expect(await fixture.ownerOf(id)).toBeNull();
  // The board is told of it.
  expect([await boardJobs(), sent.at(-1)]).toEqual([
    boardJobsBefore + 1,
    { count: 1, delaySeconds: 0 },
  ]);
  const trail = await db.all(
    sql`SELECT action, detail FROM audit WHERE subject = ${id} ORDER BY id`,
  );
  expect(trail.at(-1)).toEqual({ action: "status-undone", detail: "approved" });
  // And it can be decided again, with a mail of its own.
  await decide(id, "rejected", "Too loud");
  expect(await fixture.mails()).toHaveLength(1);
});

test("the saved reasons of a decision are counted with it, of two at once once, and go with an undo", async () => {
  const id = await fixture.submitted();
  const { revision } = await findItem(id);
  const reasonIds = ["reason-mix", "reason-file"];
  const decision = { status: "rejected", reason: "Too loud" } as const;
  const made = { decision, seen: { id, revision }, isUndoable: true, reasonIds };
  const both = await Promise.all([1, 2].map(() => decideItem(portal, staffPrincipal, made)));
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(["decided", "repeated"]);
  const uses = async () =>
    (await listSavedReasons(db, "reject", now)).flatMap((reason) =>
      reason.usedThisYear > 0 ? [[reason.id, reason.usedThisYear]] : [],
    );
  expect(await uses()).toEqual([
    ["reason-file", 1],
    ["reason-mix", 1],
  ]);
  expect(await undo(id)).toEqual({ noticeCode: "undone" });
  expect(await uses()).toEqual([]);
});

test("an undone rejection gives an earlier one back with its reason, and the artist sees no other", async () => {
  const id = await fixture.submitted();
  const owner = await fixture.account("ada@example.com");
  await db.update(submissions).set({ artistId: owner }).where(eq(submissions.id, id));
  await decide(id, "rejected", "Too loud");
  later(UNDO_SECONDS + 1);
  await decide(id, "in progress");
  expect(await undo(id)).toEqual({ noticeCode: "undone" });
  const history = await loadStatusHistory(db, await findItem(id));
  expect(history.at(-1)).toMatchObject({ status: "rejected", reason: "Too loud" });
  expect((await findArtistSubmission(db, owner, id))?.history).toMatchObject([
    { status: "pending" },
    { status: "rejected", reason: "Too loud" },
  ]);
  // It belonged to the account before, and still does.
  expect(await fixture.ownerOf(id)).toBe(owner);
});

test("an account that others use by now stays, with its mail", async () => {
  const [first, second] = [await fixture.submitted(), await fixture.submitted()];
  await decide(first, "approved");
  await decide(second, "approved");
  const owner = await fixture.ownerOf(second);
  expect(await undo(first)).toEqual({ noticeCode: "undone" });
  expect([await fixture.ownerOf(first), await fixture.ownerOf(second)]).toEqual([null, owner]);
  expect(await fixture.accounts()).toHaveLength(1);
  expect((await fixture.mails()).map(([kind]) => kind).toSorted()).toEqual([
    "account",
    "status-change",
  ]);
});

test("an account that has been changed or opened meanwhile stays", async () => {
  const id = await fixture.submitted();
  await decide(id, "approved");
  await db.update(artists).set({ codeMark: "new", updatedAt: addSeconds(now, 5).toISOString() });
  expect(await undo(id)).toEqual({ noticeCode: "undone" });
  expect(await fixture.accounts()).toHaveLength(1);
});

test("too late, it is refused, and nothing changes", async () => {
  const id = await fixture.submitted();
  await decide(id, "approved");
  later(UNDO_SECONDS);
  expect(await undo(id)).toMatchObject({
    reply: { trouble: expect.stringContaining("can't be undone any more") },
    status: 409,
  });
  expect(await findItem(id)).toMatchObject({ status: "approved", revision: 2 });
  expect(await fixture.mails()).toHaveLength(2);
});

test("nobody undoes a colleague's decision, nor one that was followed by another", async () => {
  const id = await fixture.submitted();
  await decide(id, "approved");
  expect(await undo(id, {}, bo)).toMatchObject({ status: 409 });
  await press(id, { intent: "set", status: "processing" }, bo);
  expect(await undo(id, { decided: "2" })).toMatchObject({
    reply: { trouble: expect.stringContaining("Bo Lind has set this to Processing") },
  });
  expect(await findItem(id)).toMatchObject({ status: "processing", revision: 3 });
  expect(await undo(id, {}, bo)).toEqual({ noticeCode: "undone" });
  expect(await findItem(id)).toMatchObject({ status: "approved", revision: 4 });
});

test("a decision of several at once is undone like any other, and its mails wait as long", async () => {
  const id = await fixture.submitted();
  await fixture.sets("staff, several at once", id, "approved");
  const jobRows = await mailJobs();
  expect(jobRows.map(({ createdAt, dueAt }) => secondsBetween(createdAt, dueAt))).toEqual([
    ...[STATUS_MAIL_SECONDS, STATUS_MAIL_SECONDS],
  ]);
  expect((await findUndoable(db, staffPrincipal.id, now))?.id).toBe(id);
  expect(await undo(id)).toEqual({ noticeCode: "undone" });
  expect([(await findItem(id)).status, await fixture.mails()]).toEqual(["pending", []]);
});

test("the page offers the decision about its own entry first, else the latest, for a minute", async () => {
  const [first, second] = [await fixture.submitted(), await fixture.submitted()];
  const offered = async (itemId?: string, staffId = staffPrincipal.id) =>
    (await findUndoable(db, staffId, now, itemId))?.id;
  expect(await offered()).toBeUndefined();
  await decide(first, "approved");
  later(1);
  await decide(second, "rejected", "No");
  expect([await offered(), await offered(first), await offered(first, bo.id)]).toEqual([
    ...[second, first, undefined],
  ]);
  later(UNDO_SECONDS);
  expect(await offered(first)).toBeUndefined();
});

test("what can be undone is told in a line: the decision, its mail, and for how long", async () => {
  const notice = (itemId?: string) => loadUndoNotice(db, staffPrincipal.id, now, itemId);
  expect(await notice()).toBeUndefined();
  const id = await fixture.submitted({ releaseTitle: "Tin" });
  await decide(id, "approved");
  later(18);
  const told = { path: `/staff/submissions/${id}`, revision: 2, seconds: UNDO_SECONDS - 18 };
  const mail = "The email goes out in 10 minutes.";
  expect(await notice()).toEqual({ ...told, text: "Approved: Tin", mail });
  const asked = await fixture.submitted({ releaseTitle: "Sal" });
  await press(asked, { intent: "ask-changes", reason: "Mix it." });
  expect(await notice()).toMatchObject({ text: "Changes asked for: Sal", mail });
  expect(await notice(id)).toMatchObject({ text: "Approved: Tin" });
  await db.update(mailOutbox).set({ state: "held" });
  expect(await notice(id)).toMatchObject({ mail: "The email goes out later." });
  await db.update(mailOutbox).set({ state: "stopped" });
  expect(await notice(id)).toMatchObject({ mail: "No email goes out." });
});
