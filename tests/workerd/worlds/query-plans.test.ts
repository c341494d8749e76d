import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invitationPrefillSchema } from "~/domain/access/invitation-prefill";
import { itemOfInvitation, redeemInvitationStatements } from "~/domain/access/invitations.server";
import {
  closeOverdueInvited,
  entryInvitedStatement,
  reopenEntry,
} from "~/domain/access/invited-entries.server";
import { mailingsSince, purgeMailings } from "~/domain/access/link-mailings.server";
import { entryOfItem, insertInvitation } from "~/domain/access/make-links.server";
import {
  type AuditFilter,
  anonymizeSigners,
  auditDetailsOf,
  auditStatement,
  clearAuditDetails,
  readAuditLog,
} from "~/domain/access/staff/audit.server";
import {
  listOverdueEntries,
  overdueEntries,
  storeEntryItem,
} from "~/domain/access/waiting-list.server";
import { addressSpans } from "~/domain/artists/former-addresses.server";
import { findAccountWithCounts } from "~/domain/artists/portal-profile.server";
import { readUnreleased } from "~/domain/artists/release-states.server";
import { predictOutcomes } from "~/domain/mail/predict-mail.server";
import { noDeletionCounter } from "~/domain/privacy/deletion-tally.server";
import { readPersonalData } from "~/domain/privacy/personal-data.server";
import { expiredEntries, removeEntries } from "~/domain/privacy/waiting-entries.server";
import { namedSubjects } from "~/domain/review/named-subjects.server";
import { queueUnmeasuredTracks } from "~/domain/review/unmeasured-tracks.server";
import { listClaimableSubmissions } from "~/domain/submission/record/account-submissions.server";
import {
  hasSubmissionItem,
  isItemReassignedSql,
  isItemUsedSql,
  itemIfUnusedSql,
  takeEntryItem,
} from "~/domain/submission/record/shared-item.server";
import { overdueSubmissions } from "~/domain/submission/record/submission-status.server";
import { toStoredFailure } from "~/observability/errors/failure.server";
import { isUnderReportCap } from "~/observability/errors/report-statements.server";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import { draftUnlockedBySql, isOfSignIn } from "~/session/unlocked-draft.server";
import { alertOverdue } from "../../../workers/jobs/alert-staff";
import { staffPrincipal } from "../../support/accounts";
import { permissiveMailRules } from "../../support/mail-fixture";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

/* Queries of growing tables must use an index: each query is run, and its plan is checked. */

const now = new Date("2026-11-23T12:00:00Z");
let database: WatchedDatabase;
let db: Database;

beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(() => database.clear());

const findScans = (steps: readonly string[], tables: string) =>
  steps.filter((step) => new RegExp(`^SCAN (${tables})\\b`).test(step));

test("the audit trail is read with an index, newest first, by person, action, subject and combinations", async () => {
  for (const [n, name] of ["Ada Berg", "Bo Lind", "Ada Lund"].entries())
    await auditStatement(db, {
      requestId: "r1",
      id: `01D${n}`,
      at: now,
      by: { ...staffPrincipal, name },
      action: "status-set",
      subject: "S",
    });
  for (const person of ["", "ada", "nobody"])
    for (const action of [undefined, "status-set"] as const)
      for (const subject of [undefined, "S"])
        for (const before of [undefined, "01D9"]) {
          database.clear();
          const filter: AuditFilter = {
            ...(person && { person }),
            ...(action && { action }),
            ...(subject && { subject }),
            ...(before && { before }),
          };
          const { rows } = await readAuditLog(db, filter);
          const expectedIds = { "": ["01D2", "01D1", "01D0"], ada: ["01D2", "01D0"] }[person] ?? [];
          expect(rows.map(({ id }) => id)).toEqual(expectedIds);
          const steps = await database.plans();
          const planText = JSON.stringify([filter, steps]);
          // Without a filter the latest are read from the end of the table's own order.
          const all = !person && !action && !subject && !before;
          expect(findScans(steps, "audit").length, planText).toBe(all ? 1 : 0);
          if (!(person && subject)) expect(planText).not.toContain("TEMP B-TREE");
        }
});

test("what audit entries are about is named by keys, in two statements", async () => {
  await namedSubjects(db, ["A", "B"]);
  expect(database.statementCount()).toBe(2);
  const scans = (await database.plans()).filter((step) => /^SCAN (?!json_each)/.test(step));
  expect(scans).toEqual([]);
});

test("tracks that nobody has measured are found among undecided submissions alone", async () => {
  await queueUnmeasuredTracks({ db, ids: randomIds }, now, 40);
  const steps = await database.plans();
  expect(findScans(steps, "submissions|undecided|track_findings|jobs")).toEqual([]);
  expect(steps.join("\n")).toContain("submissions_by_due (status=?)");
});

test("unreleased music is found by its date, or by its artist", async () => {
  for (const artistId of [undefined, "A"])
    await readUnreleased(db, artistId, { now, deliveryWeeks: 4 });
  const steps = await database.plans();
  const tables = "submissions|review_items|newer|release_details|split_confirmations|rights_proofs";
  expect(findScans(steps, tables)).toEqual([]);
  expect(steps.join("\n")).toContain("review_items_by_release_date (<expr>>?)");
});

test("audit entries of a subject are found and cleared by its id", async () => {
  const ids = sql`(SELECT value FROM json_each('["A","B"]'))`;
  for (const runQuery of [auditDetailsOf, clearAuditDetails, anonymizeSigners])
    await runQuery(db, ids);
  const steps = await database.plans();
  expect(findScans(steps, "audit")).toEqual([]);
  expect(steps.filter((step) => step.includes("audit_by_"))).toHaveLength(3);
});

test("what is overdue is found by status and due date, on the waiting list and among submissions", async () => {
  await overdueEntries(db, now, 80);
  await listOverdueEntries(db, now, 100);
  await overdueSubmissions(db, now, 80);
  const mailOptions = {
    db,
    ids: randomIds,
    now: () => now,
    log: () => {},
    rules: permissiveMailRules,
    sendJobs: async () => {},
  };
  const brand = { name: "Mahogany", supportEmail: "help@label.example", deliveryWeeks: 4 };
  await alertOverdue({ ...mailOptions, brand, staff: "team@label.example" });
  const steps = await database.plans();
  const planText = JSON.stringify(steps);
  expect(
    steps.filter((step) => /by_due \(status=\? AND reply_due_at<\?\)/.test(step)).length,
    planText,
  ).toBeGreaterThan(5);
  expect(findScans(steps, "waiting_list|submissions"), planText).toEqual([]);
  expect(planText).not.toContain("TEMP B-TREE");
});

test("what an entry, its invitation and its submission share is found by their keys, and by the item", async () => {
  const timestamp = now.toISOString();
  const ada = { kind: "staff", id: "S", name: "Ada" } as const;
  const invitation = {
    id: "01L",
    tokenHash: "h",
    createdAt: timestamp,
    expiresAt: timestamp,
    staff: ada,
    boardItemId: "7",
    waitingListId: "01W",
    prefill: v.parse(invitationPrefillSchema, { artistName: "Ada", email: "ada@example.com" }),
  };
  await db.batch([
    insertInvitation(db, invitation, sql`NOT ${isItemUsedSql("7")}`),
    entryInvitedStatement(db, "h", { decidedAt: timestamp, staff: ada }),
    ...redeemInvitationStatements(db, "01L", { by: "01S", at: timestamp, recorded: sql`TRUE` }),
    reopenEntry(db, "01L", { decidedAt: timestamp, staff: ada }),
  ]);
  await entryOfItem(db, "7");
  await storeEntryItem(db, "01W", "7", now);
  await closeOverdueInvited(db, now);
  await takeEntryItem(db, "01S", now);
  await hasSubmissionItem(db, "01W");
  const id = "01W";
  await db.all(sql`SELECT ${isItemReassignedSql} FROM waiting_list WHERE id = ${id}`);
  await db.all(sql`SELECT ${itemIfUnusedSql(itemOfInvitation("01L"))}`);
  const steps = await database.plans();
  const tables = "waiting_list|entry|invitations|link|other|made|submissions|holder|jobs";
  expect(findScans(steps, tables), JSON.stringify(steps)).toEqual([]);
});

test("what is forgotten, and how far mails of lists have come, is found by its age", async () => {
  await expiredEntries(db, now, 5);
  await removeEntries(db, [{ id: "W", item: null, updatedAt: "x" }], noDeletionCounter(db));
  await purgeMailings(db, now);
  await mailingsSince(db, now, 5);
  const tables = "waiting_list|entry|link_mailings|invitations|submissions|release|jobs";
  expect(findScans(await database.plans(), tables)).toEqual([]);
});

test("what the dashboard counts is found by its artist and by their address", async () => {
  const isUnlocked = draftUnlockedBySql({ keyHash: "hash", ownHash: "own" }, now.toISOString());
  for (const runQuery of [
    () => findAccountWithCounts(db, "01A", isUnlocked),
    () => listClaimableSubmissions(db, { id: "ada", email: "ada@example.com" }),
  ]) {
    database.clear();
    await runQuery();
    const steps = await database.plans();
    expect(findScans(steps, "artists|submissions|drafts|draft_keys|artist_sessions")).toEqual([]);
    expect(steps.join("\n")).toContain("submissions_by_email");
  }
});

test("what is held about an artist, and what their mails of a day are, is found by each of their addresses", async () => {
  const span = { email: "ada@example.com", after: "", until: "9999" };
  const ada = { recipient: span.email };
  for (const runQuery of [
    () => addressSpans(db, { artistId: "01A", email: span.email }),
    () => readPersonalData(db, { artistId: "01A", addresses: [span, span], until: "2027" }),
    () => predictOutcomes(db, "confirmation", [ada], { dailyLimit: 3 }, now),
  ]) {
    database.clear();
    await runQuery();
    const tables = "mine|one|own|other|known|owner|holder|former|artists|submissions|drafts";
    const extraTables = "mail_outbox|waiting_list|invitations|returning_links|former_addresses";
    expect(findScans(await database.plans(), `${tables}|${extraTables}`)).toEqual([]);
  }
});

test("whether a draft goes with a sign-in is found by both of their keys", async () => {
  await isOfSignIn(db, { key: "k", token: "t", now });
  const steps = await database.plans();
  expect(findScans(steps, "drafts|draft_keys|own|artists|artist_sessions")).toEqual([]);
});

test.each(["browser", "site", "jobs"] as const)(
  "how many failures of a %s there are of a day is counted in an index alone",
  async (source) => {
    const failureFields = {
      source,
      stage: "save",
      message: "m",
      severity: "LOW",
      category: "other",
    };
    const failure = await toStoredFailure({
      ...failureFields,
      stack: null,
      url: null,
      release: null,
    });
    await db.all(sql`SELECT ${isUnderReportCap(failure, { perDay: 5, network: "n" }, now)}`);
    const steps = (await database.plans()).filter((step) => step.includes("error_reports"));
    const [covering, others] = [
      steps.filter((step) => step.includes("USING COVERING INDEX error_reports_by_source")),
      steps.filter((step) => !step.includes("USING COVERING INDEX")),
    ];
    expect([covering.length, others], steps.join("\n")).toEqual([2, []]);
  },
);
