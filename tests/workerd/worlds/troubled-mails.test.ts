import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { troubledMailsOf } from "~/domain/mail/troubled-mails.server";
import { waitingListMailKey } from "~/domain/mail/waiting-list-mail";
import { createJobsFixture } from "../../support/jobs-fixture";
import { createMail, putMail } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

/* Which mails staff see beside an entry, because they were tried and have not gone out. */

const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
});

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
