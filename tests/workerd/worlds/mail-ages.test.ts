import { beforeEach, expect, test } from "vitest";
import { isVerifiedAddress, stopMails, verifyAddress } from "~/domain/mail/mail-limit.server";
import { mailAddresses, mailOutbox } from "~/domain/mail/mail-tables.server";
import { sweep } from "../../../workers/jobs/sweep";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";

/* How long the outbox is kept, and the confirmations and stops of addresses. */

const YEARS_3 = 3 * 365;

const fixture = await openForFile(createJobsFixture);
beforeEach(async () => {
  await fixture.reset();
  await fixture.db.delete(mailOutbox);
  await fixture.db.delete(mailAddresses);
});

const ago = (days: number) => new Date(fixture.now().getTime() - days * 86_400_000);
const runDeletion = () => sweep(fixture, 60, ["forgetting"]);

async function write(
  id: string,
  days: number,
  extraFields: Partial<typeof mailOutbox.$inferInsert> = {},
) {
  const mail = { kind: "confirmation", recipient: "ada@example.com", subject: "s", state: "sent" };
  const bodies = { textBody: "text", htmlBody: "html" };
  const timestamp = { dedupeKey: id, createdAt: ago(days).toISOString() };
  await fixture.db
    .insert(mailOutbox)
    .values({ id, ...mail, ...bodies, ...timestamp, ...extraFields });
}
const listMails = async () =>
  (await fixture.db.select().from(mailOutbox).orderBy(mailOutbox.id)).map(
    ({ id, textBody, htmlBody }) => `${id}:${textBody}${htmlBody}`,
  );
const addresses = async () =>
  (await fixture.db.select().from(mailAddresses).orderBy(mailAddresses.address)).map(
    ({ address }) => address,
  );

test("after 90 days a mail's text is deleted, sent or not, and the mail too unless a submission has it", async () => {
  for (const state of ["sent", "failed", "held", "stopped"]) {
    await write(`of-submission-${state}`, 91, { submissionId: "S", state });
    await write(`of-nobody-${state}`, 91, { state });
  }
  const kinds = { "of-submission-a": "of-another-version", "of-submission-z": "status-change" };
  for (const [id, kind] of Object.entries(kinds)) await write(id, 91, { submissionId: "S", kind });
  await write("young", 89);
  await runDeletion();
  expect(await listMails()).toEqual([
    "of-submission-a:",
    "of-submission-failed:",
    "of-submission-held:",
    "of-submission-sent:",
    "of-submission-stopped:",
    "of-submission-z:",
    "young:texthtml",
  ]);
});

test("the mail whose link undoes a stop stays, without its text, as long as the stop does", async () => {
  await write("stopped", 400, { mailbox: "ada@example.com", kind: "resume-link" });
  await write("other", 400, { mailbox: "bo@example.com", kind: "resume-link" });
  await stopMails(fixture.db, "ada@example.com", "news", ago(399));
  await runDeletion();
  expect(await listMails()).toEqual(["stopped:"]);
});

test("the confirmation of an address is deleted three years after it was last given", async () => {
  await verifyAddress(fixture.db, "old@example.com", ago(YEARS_3 + 1));
  await verifyAddress(fixture.db, "young@example.com", ago(YEARS_3 - 1));
  await verifyAddress(fixture.db, "again@example.com", ago(YEARS_3 + 1));
  await verifyAddress(fixture.db, "again@example.com", ago(5));
  await runDeletion();
  expect(await addresses()).toEqual(["again@example.com", "young@example.com"]);
  expect(await isVerifiedAddress(fixture.db, "again@example.com")).toBe(true);
});

test("a stop is deleted after three years without a mail for the address", async () => {
  for (const [address, days] of [
    ["old@example.com", YEARS_3 + 1],
    ["written@example.com", YEARS_3 + 1],
    ["young@example.com", YEARS_3 - 1],
  ] as const)
    await stopMails(fixture.db, address, "news", ago(days));
  await verifyAddress(fixture.db, "young@example.com", ago(YEARS_3 + 9));
  await write("since", 300, { mailbox: "written@example.com", state: "stopped" });
  await write("before", YEARS_3 + 2, { mailbox: "old@example.com", submissionId: "S" });
  await runDeletion();
  expect(await addresses()).toEqual(["written@example.com", "young@example.com"]);
});
