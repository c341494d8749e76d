import { asc } from "drizzle-orm";
import { expect, test } from "vitest";
import type { AuditAction } from "~/domain/access/staff/audit.server";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { runBackfills } from "../../../workers/jobs/sweep/run-backfills";
import { createJobsFixture } from "../../support/jobs-fixture";
import { openForFile } from "../../support/open-for-file";
import { insertRow } from "../../support/personal-data-fixture";

/* The sweep removes texts from old audit entries whose subjects are deleted. */

const fixture = await openForFile(createJobsFixture);

const insertAuditEntry = (id: string, action: AuditAction, subject: string, who = ["ida", "Ida"]) =>
  insertRow(fixture, "audit", {
    id,
    staff_id: who[0] ?? "",
    staff_name: who[1] ?? "",
    action,
    subject,
    detail: `About ${subject}`,
    created_at: "x",
  });

test("entries of deleted subjects lose their texts, those of existing ones keep them", async () => {
  await fixture.addJob("J", "sync-board", "S");
  await insertRow(fixture, "waiting_list", {
    id: "W",
    reference: "W",
    artist_name: "A",
    email: "a@example.com",
    listen_link: "x",
    artist_data: "{}",
    status_history: "[]",
    reply_due_at: "x",
    created_at: "x",
    updated_at: "x",
  });
  for (const [id, deletedAt] of [
    ["A", null],
    ["B", "2026-11-01"],
  ] as const) {
    await insertRow(fixture, "artists", {
      id,
      artist_id: `A-${id}`,
      code_mark: "m",
      email: id,
      profile: "{}",
      deleted_at: deletedAt,
      created_at: "x",
      updated_at: "x",
    });
    await insertRow(fixture, "signature_requests", {
      id: `sign-${id}`,
      artist_id: id,
      provider: "portal",
      status: "signed",
      template_version: "1",
      text: "t",
      text_hash: `h${id}`,
      expires_at: "x",
      created_at: "x",
      updated_at: "x",
    });
  }
  for (const subject of ["S", "W", "gone"])
    await insertAuditEntry(`1${subject}`, "status-set", subject);
  await insertAuditEntry("2S", "artist-note-written", "S");
  await insertAuditEntry("2gone", "artist-note-written", "gone");
  await insertAuditEntry("3gone", "store-links-set", "gone");
  for (const subject of ["A", "B", "gone"])
    await insertAuditEntry(`4${subject}`, "account-made", subject);
  await insertAuditEntry("5", "board-item-made", "");
  await insertAuditEntry("6", "mode-noted", "");
  for (const subject of ["sign-A", "sign-B", "sign-C"])
    await insertAuditEntry(`7${subject}`, "agreement-signed", subject, [
      `artist:A-${subject.at(-1)}`,
      `Ada Berg (A-${subject.at(-1)})`,
    ]);
  await runBackfills(fixture);
  const rows = await fixture.db.select().from(audit).orderBy(asc(audit.id));
  expect(rows.map(({ id, staffName, detail }) => [id, staffName, detail])).toEqual([
    ["1S", "Ida", "About S"],
    ["1W", "Ida", "About W"],
    ["1gone", "Ida", null],
    ["2S", "Ida", "About S"],
    ["2gone", "Ida", null],
    ["3gone", "Ida", null],
    ["4A", "Ida", "About A"],
    ["4B", "Ida", null],
    ["4gone", "Ida", null],
    ["5", "Ida", null],
    ["6", "Ida", "About "],
    ["7sign-A", "Ada Berg (A-A)", "About sign-A"],
    ["7sign-B", "A-B", "About sign-B"],
    ["7sign-C", "An artist", null],
  ]);
});
