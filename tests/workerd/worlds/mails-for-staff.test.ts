import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { runJobAgain } from "~/api/job-calls";
import { showOutbox } from "~/api/mails";
import { refusedReply } from "~/api/replies";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { troubledMailsOf } from "~/domain/mail/troubled-mails.server";
import { waitingListMailKey } from "~/domain/mail/waiting-list-mail";
import { jobEvents, jobs } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { anonymousScope, staffPrincipal, staffScope } from "../../support/accounts";
import { createJobsFixture, jobId } from "../../support/jobs-fixture";
import { createMail, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

const fixture = await openForFile(createJobsFixture);
const sentIds: string[] = [];
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
  await fixture.db.delete(audit);
  sentIds.length = 0;
});

function portal(scope = staffScope) {
  const sendJobs = async (ids: string[]) => void sentIds.push(...ids);
  return { db: fixture.db, scope, sendJobs, clock: fixture.now, ids: randomIds, log: fixture.log };
}
type Call = Parameters<typeof runJobAgain>[0];
// itty-router adds to the request only its parameters and fields that the route does not read.
const call = (path: string, init?: RequestInit, params = {}) =>
  Object.assign(new Request(`http://localhost:8788${path}`, init), { params }) as unknown as Call;

async function runAgain(id: string, body?: unknown, scope?: typeof staffScope) {
  const headers = { "Content-Type": "application/json" };
  const json = body === undefined ? {} : { headers, body: JSON.stringify(body) };
  const init = { method: "POST", ...json };
  const reply = await runJobAgain(
    call(`/api/jobs/${id}/run-again`, init, { id }),
    portal(scope),
  ).catch(refusedReply);
  return { status: reply.status, ...((await reply.json()) as { error?: string }) };
}
async function outbox(query = "", scope?: typeof staffScope) {
  const pendingReply = showOutbox(call(`/api/mails${query}`), portal(scope));
  const reply = await pendingReply.catch(refusedReply);
  return { status: reply.status, ...((await reply.json()) as { mails?: unknown[] }) };
}

const auditEntries = () => fixture.db.select().from(audit);

/** A mail in the given state, with its job not running. */
async function mail(state: string, jobState = "failed") {
  const queuedMail = await putMail(fixture.db, createMail(), fixture.now());
  await fixture.db.update(mailOutbox).set({ state }).where(eq(mailOutbox.id, queuedMail.mailId));
  await fixture.db.update(jobs).set({ state: jobState }).where(eq(jobs.id, queuedMail.jobId));
  return queuedMail;
}

test("an unconfirmed mail is sent again only when staff accept that it may arrive twice", async () => {
  const { jobId: id, mailId } = await mail("unconfirmed");
  for (const body of [undefined, {}, { mayArriveTwice: false }])
    expect(await runAgain(id, body)).toMatchObject({
      status: 409,
      error: expect.stringContaining('{"mayArriveTwice": true}'),
    });
  expect(sentIds).toEqual([]);
  expect(await runAgain(id, { mayArriveTwice: true })).toMatchObject({ status: 200 });
  expect(sentIds).toEqual([id]);
  expect(await fixture.job(id)).toMatchObject({ state: "waiting", attempts: 0 });
  const expectedEvent = {
    outcome: "run-again",
    staffId: staffPrincipal.id,
    staffName: staffPrincipal.name,
  };
  expect(await fixture.db.select().from(jobEvents)).toMatchObject([expectedEvent]);
  // A second click while it is on its way changes nothing.
  expect((await runAgain(id, { mayArriveTwice: true })).error).toContain("on its way");
  expect(await auditEntries()).toMatchObject([
    { action: "mail-sent-again", subject: mailId, detail: "It may arrive twice." },
  ]);
  expect(sentIds).toEqual([id]);
});

test.each([
  ["failed", "failed", 200],
  ["waiting", "done", 200],
  ["waiting", "waiting", 409],
  ["sending", "failed", 409],
  ["sent", "done", 409],
] as const)("a mail that is %s, its job %s, is answered %d", async (state, jobState, status) => {
  const { jobId: id } = await mail(state, jobState);
  expect((await runAgain(id)).status).toBe(status);
  expect(sentIds).toEqual(status === 200 ? [id] : []);
});

test.each([[{ mayArriveTwice: "yes" }], [{ twice: true }], ["true"], [null]])(
  "a body that is %j is refused and nothing is sent",
  async (body) => {
    const { jobId: id } = await mail("unconfirmed");
    expect((await runAgain(id, body)).status).toBe(400);
    expect(sentIds).toEqual([]);
  },
);

test("other jobs run again as before, with or without a body", async () => {
  await fixture.addJob(jobId(1));
  expect((await runAgain(jobId(1))).status).toBe(409);
  await fixture.db.update(jobs).set({ state: "failed" });
  expect((await runAgain(jobId(1), {})).status).toBe(200);
  expect(sentIds).toEqual([jobId(1)]);
  for (const id of ["unknown", "", "../x"]) expect((await runAgain(id)).status).toBe(409);
  const expectedDeed = {
    action: "job-run-again",
    subject: jobId(1),
    staffId: staffPrincipal.id,
    staffName: staffPrincipal.name,
  };
  expect(await auditEntries()).toMatchObject([{ ...expectedDeed, detail: "Board item of S" }]);
});

test("without its audit entry no job runs again and no mail is sent", async () => {
  const { jobId: id } = await mail("failed");
  await fixture.addJob(jobId(1));
  await fixture.db.update(jobs).set({ state: "failed" });
  await fixture.db.run(sql`ALTER TABLE audit RENAME TO audit_gone`);
  const tries = await Promise.allSettled([runAgain(jobId(1)), runAgain(id)]);
  await fixture.db.run(sql`ALTER TABLE audit_gone RENAME TO audit`);
  expect(tries.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await fixture.job(jobId(1)), await fixture.job(id)]).toMatchObject([
    { state: "failed" },
    { state: "failed" },
  ]);
  expect(sentIds).toEqual([]);
});

test("staff read the outbox, each mail with its job; nobody else does either", async () => {
  const first = await mail("sent", "done");
  fixture.later(1);
  const second = await mail("unconfirmed");
  const { mails } = await outbox();
  expect(mails).toMatchObject([
    { id: second.mailId, jobId: second.jobId, state: "unconfirmed", recipient: "ada@example.com" },
    { id: first.mailId, jobId: first.jobId, textBody: expect.stringContaining("Hello Ada") },
  ]);
  expect((await outbox("?state=sent")).mails).toHaveLength(1);
  expect((await outbox("?state=lost")).status).toBe(400);
  expect((await outbox("", anonymousScope)).status).toBe(403);
  expect((await runAgain(second.jobId, { mayArriveTwice: true }, anonymousScope)).status).toBe(403);
});

/* Which mails staff see beside an entry, because they were tried and have not gone out. */

type MailFields = Parameters<typeof createMail>[0];
type Row = Partial<typeof mailOutbox.$inferInsert>;

/** Puts a mail about the submission S into the outbox, in this state. */
async function addMail(row: Row, fields: MailFields = {}): Promise<string> {
  fixture.later(1);
  const mail = createMail({ kind: "status-change", submissionId: "S", ...fields });
  const { mailId } = await putMail(fixture.db, mail, fixture.now());
  await fixture.db.update(mailOutbox).set(row).where(eq(mailOutbox.id, mailId));
  return mailId;
}
const troubled = async (id = "S") => (await troubledMailsOf(fixture.db, [id])).get(id);

test.each<[string, Row]>([
  ["failed", { state: "failed", lastError: "550 No such mailbox" }],
  ["unconfirmed", { state: "unconfirmed", lastError: "No answer came." }],
  ["held", { state: "held" }],
  ["waiting after an attempt", { attempts: 1, lastError: "450 Try later" }],
])("a mail that is %s is listed with the job that sends it", async (_, row) => {
  const id = await addMail(row);
  const mails = await troubled();
  expect(mails).toMatchObject([{ id, kind: "status-change", jobId: expect.any(String) }]);
  expect(await fixture.job(mails?.[0]?.jobId ?? "")).toMatchObject({ subject: id });
});

test.each<[string, Row, MailFields?]>([
  ["waits for its first attempt", { state: "waiting" }],
  ["is on its way", { state: "sending" }],
  ["was sent", { state: "sent" }],
  ["its reader has stopped", { state: "stopped" }],
  ["goes to the team", { state: "failed" }, { kind: "staff-alert" }],
])("a mail that %s is not listed", async (_, row, fields) => {
  await addMail(row, fields);
  expect(await troubled()).toEqual([]);
});

test("a mail is not missed once a later one of its kind has reached the same reader", async () => {
  const other = await addMail({ state: "failed" }, { kind: "confirmation" });
  await addMail({ state: "failed" });
  await addMail({ state: "sent" }, { recipient: "bea@example.com" });
  expect(await troubled()).toHaveLength(2);
  await addMail({ state: "sent" });
  expect((await troubled())?.map(({ id }) => id)).toEqual([other]);
});

test("each entry has its own mails, one of the waiting list its confirmation, too", async () => {
  const dedupeKey = waitingListMailKey("W");
  const entry = await addMail(
    { state: "failed", submissionId: null, dedupeKey },
    { kind: "waiting-list" },
  );
  const submission = await addMail({ state: "failed" });
  const mails = await troubledMailsOf(fixture.db, ["S", "W", "NONE"]);
  expect([...mails].map(([id, rows]) => [id, rows.map((row) => row.id)])).toEqual([
    ["S", [submission]],
    ["W", [entry]],
    ["NONE", []],
  ]);
});
