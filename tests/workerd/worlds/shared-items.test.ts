import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invitations, waitingList } from "~/entry/entry-tables.server";
import { listOverdueEntries } from "~/entry/waiting-list.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { findReviewItem } from "~/staff/review/queue.server";
import { deepRuns } from "../../support/deep-runs";
import { interleave, type ScheduleOperation, seededRandom } from "../../support/interleaving";
import { createSharedItemFixture, type SharedItemFixture } from "../../support/shared-item-fixture";

/* An entry of the waiting list and the submission of its invitation share an item of the board. */

let world: SharedItemFixture;
beforeAll(async () => {
  world = await createSharedItemFixture();
});
afterAll(() => world.close());

const historySchema = v.array(v.object({ status: v.string(), by: v.optional(v.string()) }));
const historyOf = (row: { statusHistory: string } | undefined) =>
  v.parse(historySchema, JSON.parse(row?.statusHistory ?? "[]"));
const ROUNDS = deepRuns(4, 15);
/** So many show both ends of a decision and an invitation at once. */
const DECISIONS = 15;
const PENDING = { label: "Pending" };

/** An entry on the board, as long as it waits. */
async function waiting() {
  const { id } = await world.joined();
  await world.syncEntry(id);
  const itemId = (await world.entry(id))?.mondayItemId ?? "";
  return { id, itemId };
}

/** The same, invited. */
async function invitedEntry() {
  const entry = await waiting();
  const link = await world.invite(entry.id);
  return { ...entry, linkId: link?.id ?? "" };
}

async function submitLink(linkId: string): Promise<string> {
  const id = await world.submit(linkId);
  if (!id) throw new Error("Nothing was recorded.");
  return id;
}

test("nobody decides on an entry once its invitation is used: its submission stays as it is, unmailed", async () => {
  const { id, itemId, linkId } = await invitedEntry();
  const submission = await submitLink(linkId);
  await world.syncSubmission(submission);
  expect(await world.submission(submission)).toMatchObject({ mondayItemId: itemId });
  for (const revision of [1, 2, 3])
    for (const status of ["approved", "rejected", "processing"] as const)
      expect((await world.decides(id, status, { revision })).kind).not.toBe("decided");
  expect(await world.decides(id, "approved")).toEqual({ kind: "invited" });
  await world.tellBoard(id);
  await world.sweep();
  expect(await world.shown(itemId)).toEqual(PENDING);
  expect(await world.submission(submission)).toMatchObject({ status: "pending" });
  expect([await world.mails(id), await world.mails(submission)]).toEqual([[], []]);
});

test("an invitation is the reply to its entry, which is settled by it and waits again once it is stopped", async () => {
  const { id, linkId } = await invitedEntry();
  expect(historyOf(await world.entry(id))).toMatchObject([
    { status: "pending" },
    { status: "invited", by: "Ada Berg" },
  ]);
  expect(await findReviewItem(world.db, id)).toMatchObject({ status: "invited", revision: 2 });
  expect(await world.decides(id, "rejected")).toEqual({ kind: "invited" });
  expect(await world.stop(linkId)).toBe(true);
  expect(await world.stop(linkId)).toBe(false);
  expect(historyOf(await world.entry(id)).map(({ status }) => status)).toEqual([
    ...["pending", "invited", "pending"],
  ]);
  expect(await world.decides(id, "rejected")).toMatchObject({ kind: "decided" });
  expect(await world.tellBoard(id)).toEqual({ kind: "done" });
});

test("an invitation that was used is not stopped any more, and its entry stays settled", async () => {
  const { id, linkId } = await invitedEntry();
  await submitLink(linkId);
  expect(await world.stop(linkId)).toBe(false);
  expect(await world.entry(id)).toMatchObject({ status: "invited" });
  expect((await world.db.select().from(invitations).where(eq(invitations.id, linkId)))[0]).toEqual(
    expect.objectContaining({ deactivatedAt: null }),
  );
});

/** An invitation from before an invitation settled its entry. */
async function unsettledEntry() {
  const entry = await invitedEntry();
  const statusHistory = '[{"status":"pending","at":"2026-11-21T12:00:00.000Z"}]';
  await world.db
    .update(waitingList)
    .set({ status: "pending", statusHistory })
    .where(eq(waitingList.id, entry.id));
  return entry;
}

test("whoever decides while the artist is invited and submits decides nothing, in any order of their steps", async () => {
  for (const settled of [true, false])
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const { id, itemId, linkId } = await (settled ? invitedEntry() : unsettledEntry());
      const parties: ((turn: ScheduleOperation) => Promise<unknown>)[] = [
        (turn) => world.decides(id, "approved", { revision: 1, turn }),
        (turn) => world.submit(linkId, turn),
        (turn) => world.decides(id, "rejected", { turn }),
      ];
      const [first, submission, second] = await interleave(seededRandom(seed), parties);
      for (const result of [first, second]) expect(result).not.toMatchObject({ kind: "decided" });
      const submissionId = String(submission);
      await world.tellBoard(id);
      await world.syncSubmission(submissionId);
      await world.tellBoard(id);
      await world.sweep();
      expect(await world.entry(id)).toMatchObject({ status: "invited" });
      expect(await world.submission(submissionId)).toMatchObject({ status: "pending" });
      expect(await world.shown(itemId)).toEqual(PENDING);
      expect([await world.mails(id), await world.mails(submissionId)]).toEqual([[], []]);
    }
});

test("of a decision and an invitation at once either comes first, and the board hears of none once it has come", async () => {
  const kinds = new Set<string>();
  for (let seed = 1; seed <= DECISIONS; seed++) {
    const { id, itemId } = await waiting();
    const [result, link] = await interleave<unknown>(seededRandom(seed), [
      (turn) => world.decides(id, "approved", { revision: 1, turn }),
      (turn) => world.invite(id, turn),
    ]);
    const { kind } = result as Awaited<ReturnType<typeof world.decides>>;
    kinds.add(kind);
    const statuses = historyOf(await world.entry(id)).map(({ status }) => status);
    expect(statuses).toEqual(["pending", ...(kind === "decided" ? ["approved"] : []), "invited"]);
    expect(link).toBeDefined();
    expect(await world.tellBoard(id)).toEqual({ kind: "done", reason: "handed-on" });
    expect(await world.shown(itemId)).toEqual(PENDING);
  }
  expect(kinds.has("decided")).toBe(true);
  expect(kinds.size).toBeGreaterThan(1);
});

test("an entry that was invited is not overdue, nor is one from before that, once the sweep has come by", async () => {
  const late = addDays(new Date(), 15);
  const names = async () => (await listOverdueEntries(world.db, late, 1_000)).first;
  const { id } = await invitedEntry();
  const old = await unsettledEntry();
  const byHand = await waiting();
  await world.inviteByHand({ email: "another@example.com", mondayItemId: byHand.itemId });
  const open = await waiting();
  await world.tellOverdue(late);
  const references = (await names()).map(({ reference }) => reference);
  const has = async (entry: string) =>
    references.includes((await world.entry(entry))?.reference ?? "");
  expect(await Promise.all([id, old.id, byHand.id, open.id].map(has))).toEqual([
    ...[false, false, false, true],
  ]);
});

test("an entry's item that staff type by hand is the entry's invitation, and never written by the entry", async () => {
  const { id, itemId } = await waiting();
  const link = await world.inviteByHand({ email: "manager@example.com", mondayItemId: itemId });
  expect(await world.entry(id)).toMatchObject({ status: "invited" });
  expect(await world.invite(id)).toBeUndefined();
  const submission = await submitLink(link?.id ?? "");
  expect(await world.submission(submission)).toMatchObject({ mondayItemId: itemId });
  expect(await world.decides(id, "approved")).toEqual({ kind: "invited" });
  expect(await world.tellBoard(id)).toEqual({ kind: "done", reason: "handed-on" });
  expect(await world.shown(itemId)).toEqual(PENDING);
});

test("an item that a submission has is nobody's invitation, however the two come about", async () => {
  const { linkId, itemId } = await invitedEntry();
  const first = await submitLink(linkId);
  await world.db.update(invitations).set({ deactivatedAt: "x" }).where(eq(invitations.id, linkId));
  const form = { email: "next@example.com", mondayItemId: itemId };
  expect(await world.inviteByHand(form)).toBeUndefined();
  const { id } = await waiting();
  await world.db.update(waitingList).set({ mondayItemId: itemId }).where(eq(waitingList.id, id));
  expect(await world.invite(id)).toBeUndefined();
  expect(await world.entry(id)).toMatchObject({ status: "pending" });
  // One that was made before that rule brings its submission an item of its own.
  const old = await world.inviteByHand({ email: "old@example.com" });
  const own = eq(invitations.id, old?.id ?? "");
  await world.db.update(invitations).set({ mondayItemId: itemId }).where(own);
  const second = await submitLink(old?.id ?? "");
  expect(await world.syncSubmission(second)).toMatchObject({ kind: "done", reason: "created" });
  expect((await world.submission(second))?.mondayItemId).not.toBe(itemId);
  expect(await world.submission(first)).toMatchObject({ mondayItemId: itemId });
});

test("what the board said of an item before the submission came is not about the submission", async () => {
  const { itemId, linkId } = await invitedEntry();
  await world.label(itemId, "Approved", addDays(new Date(), -1));
  const submission = await submitLink(linkId);
  await world.sweep();
  expect(await world.submission(submission)).toMatchObject({ status: "pending" });
  expect(await world.mails(submission)).toEqual([]);
  await world.syncSubmission(submission);
  expect(await world.shown(itemId)).toEqual(PENDING);
  // What staff say there from now on is.
  await world.label(itemId, "Approved", new Date(Date.now() + 1_000));
  await world.sweep();
  expect(await world.submission(submission)).toMatchObject({ status: "approved" });
  expect(await world.mails(submission)).toHaveLength(1);
});

test("an entry that is invited before it has an item and its submission have one, whichever job comes first", async () => {
  for (const first of ["entry", "submission"]) {
    const { id } = await world.joined();
    const before = (await world.items()).length;
    const link = await world.invite(id);
    const submission = await submitLink(link?.id ?? "");
    expect(await world.submission(submission)).toMatchObject({ mondayItemId: null });
    if (first === "submission")
      expect(await world.syncSubmission(submission)).toEqual({
        kind: "retry",
        reason: "no-item-yet",
      });
    await world.syncEntry(id);
    expect(await world.syncSubmission(submission)).toMatchObject({ kind: "done" });
    const itemId = (await world.entry(id))?.mondayItemId;
    expect(await world.submission(submission)).toMatchObject({ mondayItemId: itemId });
    const items = await world.items();
    expect(items).toHaveLength(before + 1);
    expect(items.at(-1)).toMatchObject({
      id: itemId,
      column_values: { submission_id: submission },
    });
    expect(await world.syncEntry(id)).toEqual({ kind: "done", reason: "handed-on" });
  }
});

test("an item that comes after the invitation is in the submission from the start, and in no other invitation", async () => {
  const { id } = await world.joined();
  const link = await world.invite(id);
  await world.syncEntry(id);
  const itemId = (await world.entry(id))?.mondayItemId ?? "";
  const other = { email: "other@example.com", mondayItemId: itemId };
  expect(await world.inviteByHand(other)).toBeUndefined();
  const submission = await submitLink(link?.id ?? "");
  expect(await world.submission(submission)).toMatchObject({ mondayItemId: itemId });
});

test("where the entry's job has failed for good, the submission has an item of its own and the entry none", async () => {
  const { id } = await world.joined();
  const link = await world.invite(id);
  await world.db.update(jobs).set({ state: "failed" }).where(eq(jobs.subject, id));
  const submission = await submitLink(link?.id ?? "");
  expect(await world.syncSubmission(submission)).toMatchObject({ kind: "done", reason: "created" });
  expect(await world.syncEntry(id)).toEqual({ kind: "done", reason: "handed-on" });
  expect(await world.entry(id)).toMatchObject({ mondayItemId: null });
});
