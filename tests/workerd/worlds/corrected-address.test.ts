import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { correctEmail, readCorrections } from "~/domain/mail/correct-email.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { openDraft } from "~/domain/submission/draft/open-draft.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { confirmByMail } from "../../../workers/jobs/confirm-by-mail";
import { recordSubmission } from "../../support/board-fixture";
import { DRAFT_LIMITS, storedArtist } from "../../support/complete-draft";
import { createJobsFixture } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";
import { overtakenDatabase } from "../../support/overtaken-database";
import { createStatusFixture, statusPaths } from "../../support/status-paths";

/* An address that is corrected on the success page, while other corrections and jobs run. */

const fixture = await openForFile(createJobsFixture);
const statuses = await openForFile(createStatusFixture);
const { db, now, log } = fixture;
const isUnlocked = sql`${drafts.id} = 'draft-S'`;
beforeEach(async () => {
  await fixture.reset();
  await statuses.reset();
  await db.delete(mailOutbox);
  await recordSubmission(fixture, "S", { "confirm-by-mail": "first" });
  await openDraft(db, { id: "draft-S", key: "key", now: now() }, DRAFT_LIMITS);
  await db.update(drafts).set({ answers: JSON.stringify({ artist: storedArtist }) });
});

const correction = (email: string, isOfBrowser = isUnlocked) => ({
  ...{ reference: "MHG-S", email, isUnlocked: isOfBrowser, requestId: "R" },
  ...{ hasBoard: true, now: now() },
});
const correct = (email: string, isOfBrowser = isUnlocked) =>
  correctEmail({ db, ids: randomIds }, correction(email, isOfBrowser));

const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
const sendJobs = async () => undefined;
/** Runs the job that writes the confirmation. @param subject the number of its correction. */
const confirm = (subject = "", database = db) =>
  confirmByMail({
    ...{ db: database, ids: randomIds, brand, rules: permissiveMailRules, sendJobs, log, now },
  }).run({ jobId: "J", submissionId: "S", subject, renew: async () => undefined });

const listRecipients = async () =>
  (await db.select().from(mailOutbox)).map(({ recipient }) => recipient);
async function storedAddresses() {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, "S"));
  const [draft] = await db.select().from(drafts);
  const [inForm, inDraft] = [row?.formData, draft?.answers].map((json) => JSON.parse(json ?? "{}"));
  return [row?.email, inForm.email, inDraft.artist.email];
}
const listJobs = async (type: string) =>
  (await db.select().from(jobs).where(eq(jobs.type, type))).map(({ subject }) => subject).sort();

test("of many corrections at once three count, and the last one is what everything has", async () => {
  const emails = Array.from({ length: 9 }, (_, n) => `ada${n}@example.com`);
  const results = await Promise.all(emails.map((email) => correct(email)));
  expect(results.filter((result) => result !== undefined)).toHaveLength(3);
  expect(await listJobs("confirm-by-mail")).toEqual(["", "1", "2", "3"]);
  expect(await listJobs("sync-board")).toHaveLength(3);
  const [email] = await storedAddresses();
  expect(await storedAddresses()).toEqual([email, email, email]);
  expect(await readCorrections(db, "S")).toEqual({ latest: "3", canCorrect: false });
  for (const subject of ["3", "", "2", "1", "3"]) await confirm(subject);
  expect(await listRecipients()).toEqual([email]);
});

test("the same address posted many times at once counts once", async () => {
  const results = await Promise.all(Array.from({ length: 6 }, () => correct("new@example.com")));
  expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  expect(await readCorrections(db, "S")).toEqual({ latest: "1", canCorrect: true });
});

test.each(["waiting", "held", "stopped", "failed"])(
  "a mail to the old address that is %s is withdrawn with its job",
  async (state) => {
    await confirm();
    await db.update(mailOutbox).set({ state });
    expect(await listJobs("send-mail")).toHaveLength(1);
    await correct("new@example.com");
    expect([await listRecipients(), await listJobs("send-mail")]).toEqual([[], []]);
    await confirm("1");
    expect(await listRecipients()).toEqual(["new@example.com"]);
  },
);

test("a confirmation that is being written while the address is corrected is not sent to the old one", async () => {
  let isCorrected = false;
  const overtaken = overtakenDatabase(db, /^insert into "mail_outbox"/, async () => {
    if (!isCorrected) await correct("new@example.com");
    isCorrected = true;
  });
  await confirm("", overtaken);
  expect([isCorrected, await listRecipients()]).toEqual([true, []]);
  await confirm("1");
  expect(await listRecipients()).toEqual(["new@example.com"]);
});

test.each(statusPaths)(
  "a decision that is being made while the address is corrected is mailed to the new one (%s)",
  async (path) => {
    const id = await statuses.submitted();
    const [reference, at] = [`MHG-${id}`, statuses.clock()];
    await openDraft(statuses.db, { id: `draft-${id}`, key: id, now: at }, DRAFT_LIMITS);
    const change = { ...correction("new@example.com", sql`TRUE`), reference, now: at };
    statuses.overtakeNextStatus(() => correctEmail({ db: statuses.db, ids: randomIds }, change));
    await statuses.sets(path, id, "approved");
    expect((await statuses.mails()).toSorted()).toEqual([
      ["account", "new@example.com"],
      ["status-change", "new@example.com"],
    ]);
    expect(await statuses.accounts()).toEqual(["new@example.com"]);
  },
);

test.each([
  ["another browser", () => Promise.resolve(), sql`${drafts.id} = 'draft-T'`],
  ["an answer", () => db.update(submissions).set({ status: "rejected" }), isUnlocked],
  ["an account", () => db.update(submissions).set({ artistId: "A" }), isUnlocked],
  ["14 days", () => db.update(drafts).set({ expiresAt: now().toISOString() }), isUnlocked],
] as const)("after %s nothing is corrected", async (_, prepare, isOfBrowser) => {
  await prepare();
  expect(await correct("new@example.com", isOfBrowser)).toBeUndefined();
  const old = "ada@example.com";
  expect(await storedAddresses()).toEqual([old, old, old]);
});
