import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listMails } from "~/domain/mail/read-outbox.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { alertOverdue, alertStaff, type StaffDeps } from "../../../workers/jobs/alert-staff";
import { createBoardFixture, recordSubmission } from "../../support/board-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { openForFile } from "../../support/open-for-file";

let clock = new Date("2026-12-08T00:00:00Z");
const jobIds: string[] = [];
const fixture = await openForFile(createBoardFixture);

function createStaffDeps(): StaffDeps {
  const { db, log } = fixture;
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example" };
  const sendJobs = async (ids: string[]) => void jobIds.push(...ids);
  const staff = "team@mahogany.example";
  return {
    db,
    ids: randomIds,
    log,
    brand,
    rules: permissiveMailRules,
    sendJobs,
    staff,
    now: () => clock,
  };
}

const texts = async () => (await listMails(fixture.db)).map(({ text }) => text);

test("the team is alerted once a day about overdue replies, until they are given", async () => {
  // Due on December 8 at midnight; at that moment it is not late yet.
  await recordSubmission(fixture, "LATE");
  expect(await alertOverdue(createStaffDeps())).toBe(false);
  clock = new Date("2026-12-08T00:05:00Z");
  expect([await alertOverdue(createStaffDeps()), await alertOverdue(createStaffDeps())]).toEqual([
    true,
    false,
  ]);
  expect(await texts()).toEqual([expect.stringContaining("MHG-LATE: Ada, Engine: due December 8")]);
  expect(jobIds).toHaveLength(1);
  clock = new Date("2026-12-09T08:00:00Z");
  expect(await alertOverdue(createStaffDeps())).toBe(true);
  await fixture.db
    .update(submissions)
    .set({ status: "approved" })
    .where(eq(submissions.id, "LATE"));
  clock = new Date("2026-12-10T08:00:00Z");
  expect(await alertOverdue(createStaffDeps())).toBe(false);
});

test("an alert goes to the team once per occasion", async () => {
  const alert = { key: "job-failed:1", subject: "A job failed", sentences: ["Run it again."] };
  expect([
    await alertStaff(createStaffDeps(), alert),
    await alertStaff(createStaffDeps(), alert),
  ]).toEqual([true, false]);
  const [mail] = await listMails(fixture.db, 1);
  expect(mail).toMatchObject({ recipient: "team@mahogany.example", subject: "A job failed" });
});
