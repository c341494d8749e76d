import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { invitations, waitingList } from "~/domain/access/entry-tables.server";
import { listOverdueEntries } from "~/domain/access/waiting-list.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { deepRuns } from "../../support/deep-runs";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { openForFile } from "../../support/open-for-file";
import { createSharedItemFixture } from "../../support/shared-item-fixture";

/* An entry of the waiting list and the submission of its invitation share an item of the board. */

const fixture = await openForFile(createSharedItemFixture);

const historySchema = v.array(v.object({ status: v.string(), by: v.optional(v.string()) }));
const parseHistory = (row: { statusHistory: string } | undefined) =>
  v.parse(historySchema, JSON.parse(row?.statusHistory ?? "[]"));
const ROUNDS = deepRuns(4, 15);
/** So many show both ends of a decision and an invitation at once. */
const DECISIONS = 15;

/** An entry on the board, as long as it waits. */
async function waiting() {
  const { id } = await fixture.joined();
  await fixture.syncEntry(id);
  const itemId = (await fixture.entry(id))?.boardItemId ?? "";
  return { id, itemId };
}

/** The same, invited. */
async function invitedEntry() {
  const entry = await waiting();
  const link = await fixture.invite(entry.id);
  return { ...entry, linkId: link?.id ?? "" };
}

async function submitLink(linkId: string): Promise<string> {
  const id = await fixture.submit(linkId);
  if (!id) throw new Error("Nothing was recorded.");
  return id;
}

test("nobody decides on an entry once its invitation is used: its submission stays as it is, unmailed", async () => {
  const { id, itemId, linkId } = await invitedEntry();
  const submission = await submitLink(linkId);
  await fixture.syncSubmission(submission);
  expect(await fixture.submission(submission)).toMatchObject({ boardItemId: itemId });
  for (const revision of [1, 2, 3])
    for (const status of ["approved", "rejected", "processing"] as const)
      expect((await fixture.decides(id, status, { revision })).kind).not.toBe("decided");
  expect(await fixture.decides(id, "approved")).toEqual({ kind: "invited" });
  await fixture.tellBoard(id);
  await fixture.sweep();
  expect(fixture.shown(itemId)).toBe("pending");
  expect(await fixture.submission(submission)).toMatchObject({ status: "pending" });
  expect([await fixture.mails(id), await fixture.mails(submission)]).toEqual([[], []]);
});

test("an invitation is the reply to its entry, which is settled by it and waits again once it is stopped", async () => {
  const { id, linkId } = await invitedEntry();
  expect(parseHistory(await fixture.entry(id))).toMatchObject([
    { status: "pending" },
    { status: "invited", by: "Ada Berg" },
  ]);
  expect(await findReviewItem(fixture.db, id)).toMatchObject({ status: "invited", revision: 2 });
  expect(await fixture.decides(id, "rejected")).toEqual({ kind: "invited" });
  expect(await fixture.stop(linkId)).toBe(true);
  expect(await fixture.stop(linkId)).toBe(false);
  expect(parseHistory(await fixture.entry(id)).map(({ status }) => status)).toEqual([
    ...["pending", "invited", "pending"],
  ]);
  expect(await fixture.decides(id, "rejected")).toMatchObject({ kind: "decided" });
  expect(await fixture.tellBoard(id)).toEqual({ kind: "done" });
});

test("an invitation that was used is not stopped any more, and its entry stays settled", async () => {
  const { id, linkId } = await invitedEntry();
  await submitLink(linkId);
  expect(await fixture.stop(linkId)).toBe(false);
  expect(await fixture.entry(id)).toMatchObject({ status: "invited" });
  expect(
    (await fixture.db.select().from(invitations).where(eq(invitations.id, linkId)))[0],
  ).toEqual(expect.objectContaining({ deactivatedAt: null }));
});

/** An invitation from before an invitation settled its entry. */
async function unsettledEntry() {
  const entry = await invitedEntry();
  const statusHistory = '[{"status":"pending","at":"2026-11-21T12:00:00.000Z"}]';
  await fixture.db
    .update(waitingList)
    .set({ status: "pending", statusHistory })
    .where(eq(waitingList.id, entry.id));
  return entry;
}

test("whoever decides while the artist is invited and submits decides nothing, in any order of their steps", async () => {
  for (const isSettled of [true, false])
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const { id, itemId, linkId } = await (isSettled ? invitedEntry() : unsettledEntry());
      const parties: ((schedule: ScheduleOperation) => Promise<unknown>)[] = [
        (schedule) => fixture.decides(id, "approved", { revision: 1, schedule: schedule }),
        (schedule) => fixture.submit(linkId, schedule),
        (schedule) => fixture.decides(id, "rejected", { schedule: schedule }),
      ];
      const [first, submission, second] = await interleave(seededRandom(seed), parties);
      for (const result of [first, second]) expect(result).not.toMatchObject({ kind: "decided" });
      const submissionId = String(submission);
      await fixture.tellBoard(id);
      await fixture.syncSubmission(submissionId);
      await fixture.tellBoard(id);
      await fixture.sweep();
      expect(await fixture.entry(id)).toMatchObject({ status: "invited" });
      expect(await fixture.submission(submissionId)).toMatchObject({ status: "pending" });
      expect(fixture.shown(itemId)).toBe("pending");
      expect([await fixture.mails(id), await fixture.mails(submissionId)]).toEqual([[], []]);
    }
});

test("of a decision and an invitation at once either comes first, and the board hears of none once it has come", async () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= DECISIONS; seed++) {
    const { id, itemId } = await waiting();
    const [result, link] = await interleave<unknown>(seededRandom(seed), [
      (schedule) => fixture.decides(id, "approved", { revision: 1, schedule: schedule }),
      (schedule) => fixture.invite(id, schedule),
    ]);
    const { kind } = result as Awaited<ReturnType<typeof fixture.decides>>;
    kinds.add(kind);
    const statuses = parseHistory(await fixture.entry(id)).map(({ status }) => status);
    expect(statuses).toEqual(["pending", ...(kind === "decided" ? ["approved"] : []), "invited"]);
    expect(link).toBeDefined();
    expect(await fixture.tellBoard(id)).toEqual({ kind: "done", reason: "handed-on" });
    expect(fixture.shown(itemId)).toBe("pending");
  }
  expect(kinds.has("decided")).toBe(true);
  expect(kinds.size).toBeGreaterThan(1);
});

test("an entry that was invited is not overdue, nor is one from before that, once the sweep has come by", async () => {
  const late = addDays(new Date(), 15);
  const names = async () => (await listOverdueEntries(fixture.db, late, 1_000)).first;
  const { id } = await invitedEntry();
  const old = await unsettledEntry();
  const byHand = await waiting();
  await fixture.inviteByHand({ email: "another@example.com", boardItemId: byHand.itemId });
  const open = await waiting();
  await fixture.tellOverdue(late);
  const references = (await names()).map(({ reference }) => reference);
  const has = async (entry: string) =>
    references.includes((await fixture.entry(entry))?.reference ?? "");
  expect(await Promise.all([id, old.id, byHand.id, open.id].map(has))).toEqual([
    ...[false, false, false, true],
  ]);
});

test("an entry's item that staff type by hand is the entry's invitation, and never written by the entry", async () => {
  const { id, itemId } = await waiting();
  const link = await fixture.inviteByHand({ email: "manager@example.com", boardItemId: itemId });
  expect(await fixture.entry(id)).toMatchObject({ status: "invited" });
  expect(await fixture.invite(id)).toBeUndefined();
  const submission = await submitLink(link?.id ?? "");
  expect(await fixture.submission(submission)).toMatchObject({ boardItemId: itemId });
  expect(await fixture.decides(id, "approved")).toEqual({ kind: "invited" });
  expect(await fixture.tellBoard(id)).toEqual({ kind: "done", reason: "handed-on" });
  expect(fixture.shown(itemId)).toBe("pending");
});

test("an item that a submission has is nobody's invitation, however the two come about", async () => {
  const { linkId, itemId } = await invitedEntry();
  const first = await submitLink(linkId);
  await fixture.db
    .update(invitations)
    .set({ deactivatedAt: "x" })
    .where(eq(invitations.id, linkId));
  const form = { email: "next@example.com", boardItemId: itemId };
  expect(await fixture.inviteByHand(form)).toBeUndefined();
  const { id } = await waiting();
  await fixture.db.update(waitingList).set({ boardItemId: itemId }).where(eq(waitingList.id, id));
  expect(await fixture.invite(id)).toBeUndefined();
  expect(await fixture.entry(id)).toMatchObject({ status: "pending" });
  // One that was made before that rule brings its submission an item of its own.
  const old = await fixture.inviteByHand({ email: "old@example.com" });
  const ownRow = eq(invitations.id, old?.id ?? "");
  await fixture.db.update(invitations).set({ boardItemId: itemId }).where(ownRow);
  const second = await submitLink(old?.id ?? "");
  expect(await fixture.syncSubmission(second)).toMatchObject({ kind: "done", reason: "created" });
  expect((await fixture.submission(second))?.boardItemId).not.toBe(itemId);
  expect(await fixture.submission(first)).toMatchObject({ boardItemId: itemId });
});

test("what the board said of an item before the submission came is not about the submission", async () => {
  const { itemId, linkId } = await invitedEntry();
  await fixture.label(itemId, "Approved", addDays(new Date(), -1));
  const submission = await submitLink(linkId);
  await fixture.sweep();
  expect(await fixture.submission(submission)).toMatchObject({ status: "pending" });
  expect(await fixture.mails(submission)).toEqual([]);
  await fixture.syncSubmission(submission);
  expect(fixture.shown(itemId)).toBe("pending");
  // What staff say there from now on is.
  await fixture.label(itemId, "Approved", new Date(Date.now() + 1_000));
  await fixture.sweep();
  expect(await fixture.submission(submission)).toMatchObject({ status: "approved" });
  expect(await fixture.mails(submission)).toHaveLength(1);
});

test("an entry that is invited before it has an item and its submission have one, whichever job comes first", async () => {
  for (const first of ["entry", "submission"]) {
    const { id } = await fixture.joined();
    const before = fixture.items().length;
    const link = await fixture.invite(id);
    const submission = await submitLink(link?.id ?? "");
    expect(await fixture.submission(submission)).toMatchObject({ boardItemId: null });
    if (first === "submission")
      expect(await fixture.syncSubmission(submission)).toEqual({
        kind: "retry",
        reason: "no-item-yet",
      });
    await fixture.syncEntry(id);
    expect(await fixture.syncSubmission(submission)).toMatchObject({ kind: "done" });
    const itemId = (await fixture.entry(id))?.boardItemId;
    expect(await fixture.submission(submission)).toMatchObject({ boardItemId: itemId });
    const items = fixture.items();
    expect(items).toHaveLength(before + 1);
    expect(items.at(-1)).toMatchObject({ id: itemId, ownerId: submission });
    expect(await fixture.syncEntry(id)).toEqual({ kind: "done", reason: "handed-on" });
  }
});

test("an item that comes after the invitation is in the submission from the start, and in no other invitation", async () => {
  const { id } = await fixture.joined();
  const link = await fixture.invite(id);
  await fixture.syncEntry(id);
  const itemId = (await fixture.entry(id))?.boardItemId ?? "";
  const other = { email: "other@example.com", boardItemId: itemId };
  expect(await fixture.inviteByHand(other)).toBeUndefined();
  const submission = await submitLink(link?.id ?? "");
  expect(await fixture.submission(submission)).toMatchObject({ boardItemId: itemId });
});

test("where the entry's job has failed for good, the submission has an item of its own and the entry none", async () => {
  const { id } = await fixture.joined();
  const link = await fixture.invite(id);
  await fixture.db.update(jobs).set({ state: "failed" }).where(eq(jobs.subject, id));
  const submission = await submitLink(link?.id ?? "");
  expect(await fixture.syncSubmission(submission)).toMatchObject({
    kind: "done",
    reason: "created",
  });
  expect(await fixture.syncEntry(id)).toEqual({ kind: "done", reason: "handed-on" });
  expect(await fixture.entry(id)).toMatchObject({ boardItemId: null });
});
