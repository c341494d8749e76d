import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditDetailsOf, auditStatement } from "~/domain/access/staff/audit.server";
import { listColleagues } from "~/domain/access/staff/colleagues.server";
import { assignItem, writeNote } from "~/domain/review/assign-item.server";
import {
  listTags,
  marksOf,
  setRating,
  setShortlisted,
  setSnoozed,
  setTags,
} from "~/domain/review/item-marks.server";
import { countForStaff, listMentions, markMentionsSeen } from "~/domain/review/mentions.server";
import { findReviewItem } from "~/domain/review/queue.server";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { staffPrincipal as ada } from "../../support/accounts";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

const bo: Staff = { kind: "staff", id: "passcode:bo lind", name: "Bo Lind" };
const now = new Date("2026-11-23T12:00:00Z");

let database: WatchedDatabase;
let db: Database;
let time = now;
const clock = () => {
  time = new Date(time.getTime() + 1_000);
  return time;
};
const actor = (by: Staff) => ({ by, requestId: "R" });
const deps = () => ({ db, clock, ids: randomIds });

beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ["review_items", "staff_notes", "staff_mentions", "audit"])
    await db.run(sql`DELETE FROM ${sql.identifier(table)}`);
  for (const id of ["S1", "S2"])
    await db.run(sql`INSERT INTO review_items (id, kind, reference, artist_name, title, email, status,
        revision, due_at, order_key, created_at)
      VALUES (${id}, 'submission', ${id}, 'Vale', 'Tin', 'v@example.com', 'pending', 1, '2026-12-01',
        '02026-12-01', '2026-11-20')`);
  database.clear();
});

const trail = async (id = "S1") =>
  db.all(
    sql`SELECT action, staff_name AS name, detail FROM audit WHERE subject = ${id} ORDER BY rowid`,
  );

/** The winner and the loser of a race of two colleagues. */
function rank(results: readonly boolean[]) {
  expect(results.toSorted()).toEqual([false, true]);
  return results[0] ? [ada, bo] : [bo, ada];
}

test("of two who put an entry on the shortlist at once one is written down, and either takes it off", async () => {
  const both = await Promise.all(
    [ada, bo].map((by) => setShortlisted(deps(), "S1", true, actor(by))),
  );
  const [winner] = rank(both);
  expect((await marksOf(db, "S1")).shortlistedAt).toMatch(/^2026-11-23T12:/);
  expect(await setShortlisted(deps(), "S1", false, actor(bo))).toBe(true);
  expect(await setShortlisted(deps(), "S1", false, actor(ada))).toBe(false);
  expect((await marksOf(db, "S1")).shortlistedAt).toBeNull();
  expect(await trail()).toEqual([
    { action: "put-on-shortlist", name: winner?.name, detail: null },
    { action: "taken-off-shortlist", name: "Bo Lind", detail: null },
  ]);
});

test("an entry is put off while it waits for us, once, and waits again when one says so", async () => {
  const until = "2026-11-30T09:00:00.000Z";
  const snooze = (by: Staff, id = "S1") => setSnoozed(deps(), id, until, actor(by));
  const [winner] = rank(await Promise.all([snooze(ada), snooze(bo)]));
  expect((await findReviewItem(db, "S1"))?.snoozedUntil).toBe(until);
  await assignItem(deps(), "S1", undefined, actor(bo));
  expect((await countForStaff(db, bo.id, now)).mine).toBe(0);
  expect((await countForStaff(db, bo.id, new Date(until))).mine).toBe(1);
  expect(await setSnoozed(deps(), "S1", null, actor(bo))).toBe(true);
  expect(await setSnoozed(deps(), "S1", null, actor(ada))).toBe(false);
  expect((await findReviewItem(db, "S1"))?.snoozedUntil).toBeNull();
  await db.run(sql`UPDATE review_items SET status = 'approved' WHERE id = 'S1'`);
  await db.run(sql`UPDATE review_items SET changes_asked_at = '2026-11-23' WHERE id = 'S2'`);
  expect([await snooze(ada), await snooze(ada, "S2")]).toEqual([false, false]);
  expect(await trail()).toEqual([
    { action: "item-snoozed", name: winner?.name, detail: until },
    { action: "item-taken", name: "Bo Lind", detail: null },
    { action: "snooze-ended", name: "Bo Lind", detail: null },
  ]);
});

test("a rating counts where the rating that its form displayed still stands", async () => {
  const both = await Promise.all(
    [ada, bo].map((by, index) =>
      setRating(deps(), "S1", { rating: index + 3, displayed: null }, actor(by)),
    ),
  );
  const [winner] = rank(both);
  const rating = winner === ada ? 3 : 4;
  expect(await marksOf(db, "S1")).toMatchObject({ rating });
  expect(await setRating(deps(), "S1", { rating: null, displayed: rating }, actor(bo))).toBe(true);
  expect(await marksOf(db, "S1")).toMatchObject({ rating: null });
  expect(await trail()).toEqual([
    { action: "rating-set", name: winner?.name, detail: String(rating) },
    { action: "rating-set", name: "Bo Lind", detail: "none" },
  ]);
});

test("tags count where those that their form displayed still stand, and the most used are offered first", async () => {
  const both = await Promise.all(
    [ada, bo].map((by, index) =>
      setTags(deps(), "S1", { tags: [`tag ${index}`, "folk"], displayed: [] }, actor(by)),
    ),
  );
  rank(both);
  const { tags } = await marksOf(db, "S1");
  expect(tags).toEqual([both[0] ? "tag 0" : "tag 1", "folk"]);
  expect(await setTags(deps(), "S2", { tags: ["folk"], displayed: [] }, actor(bo))).toBe(true);
  expect(await listTags(db)).toEqual(["folk", tags[0]]);
  expect(await setTags(deps(), "S1", { tags: [], displayed: tags }, actor(bo))).toBe(true);
  expect(await listTags(db)).toEqual(["folk"]);
  expect(await trail()).toMatchObject([{ detail: tags.join(", ") }, { detail: "none" }]);
});

test("of two who assign an entry at once one succeeds, and the trail says to whom", async () => {
  const kim = { id: "passcode:kim", name: "Kim" };
  const both = await Promise.all([
    assignItem(deps(), "S1", undefined, actor(ada), kim),
    assignItem(deps(), "S1", undefined, actor(bo)),
  ]);
  const [winner] = rank(both);
  const expected =
    winner === ada
      ? { action: "item-assigned", name: "Ada Berg", detail: "Kim" }
      : { action: "item-taken", name: "Bo Lind", detail: null };
  expect(await trail()).toEqual([expected]);
  const { assignedTo } = (await findReviewItem(db, "S1")) ?? {};
  expect(assignedTo).toBe(winner === ada ? kim.id : bo.id);
});

test("what the team thinks among itself is in no artist's download", async () => {
  await setRating(deps(), "S1", { rating: 1, displayed: null }, actor(ada));
  await setTags(deps(), "S1", { tags: ["dull"], displayed: [] }, actor(ada));
  await setSnoozed(deps(), "S1", "2026-11-30", actor(ada));
  await assignItem(deps(), "S1", undefined, actor(ada), bo);
  const told = { id: "01A", at: now, action: "status-set", subject: "S1", detail: "Live" } as const;
  await auditStatement(db, { ...told, ...actor(ada) });
  const rows = await auditDetailsOf(db, sql`(SELECT 'S1')`);
  expect(rows.map(({ text }) => text)).toEqual(["Live"]);
});

test("a mention is new until its entry is opened by the mentioned, and goes with its note", async () => {
  await writeNote(deps(), "S1", "@Bo Lind listen", actor(ada), [bo.id]);
  await writeNote(deps(), "S2", "@Bo Lind and this", actor(ada), [bo.id]);
  await writeNote(deps(), "S2", "nobody", actor(ada));
  expect(await countForStaff(db, bo.id, now)).toEqual({ mine: 0, mentions: 2 });
  // While the entry is being opened.
  expect(await countForStaff(db, bo.id, now, "S1")).toEqual({ mine: 0, mentions: 1 });
  await markMentionsSeen(db, { staffId: ada.id, itemId: "S1" }, now);
  expect((await countForStaff(db, bo.id, now)).mentions).toBe(2);
  await markMentionsSeen(db, { staffId: bo.id, itemId: "S1" }, now);
  const seen = now.toISOString();
  expect(await listMentions(db, bo.id)).toMatchObject([
    { itemId: "S2", text: "@Bo Lind and this", staffName: "Ada Berg", title: "Tin", seenAt: null },
    { itemId: "S1", text: "@Bo Lind listen", seenAt: seen },
  ]);
  // Opened again later, it keeps the time when it was seen.
  await markMentionsSeen(db, { staffId: bo.id, itemId: "S1" }, new Date("2026-12-01"));
  expect((await listMentions(db, bo.id))[1]).toMatchObject({ seenAt: seen });
  await db.run(sql`DELETE FROM review_items WHERE id = 'S2'`);
  expect(await db.all(sql`SELECT item_id AS id FROM staff_mentions`)).toEqual([{ id: "S1" }]);
});

test("one's own entries are counted while they wait for us", async () => {
  for (const id of ["S1", "S2"]) await assignItem(deps(), id, undefined, actor(bo));
  expect((await countForStaff(db, bo.id, now)).mine).toBe(2);
  await db.run(sql`UPDATE review_items SET status = 'in progress' WHERE id = 'S1'`);
  await db.run(sql`UPDATE review_items SET status = 'live' WHERE id = 'S2'`);
  expect((await countForStaff(db, bo.id, now)).mine).toBe(1);
  await db.run(sql`UPDATE review_items SET changes_asked_at = '2026-11-23' WHERE id = 'S1'`);
  expect((await countForStaff(db, bo.id, now)).mine).toBe(0);
});

test("colleagues are staff who did something lately, under their latest name, and never artists", async () => {
  const write = (n: number, id: string, name: string, at = now) =>
    auditStatement(db, {
      id: `01D${n}`,
      at,
      by: { kind: "staff", id, name },
      action: "signed-in",
      requestId: "R",
    });
  await write(1, "passcode:bo lind", "BO LIND");
  await write(2, "passcode:bo lind", "Bo Lind");
  await write(3, "zoe@label.example", "zoe@label.example");
  await write(4, "artist@label.example", "artist@label.example");
  await write(5, "passcode:gone", "Gone", new Date("2025-11-23"));
  await write(6, ada.id, ada.name);
  for (const artistId of ["A-1", "A-2"])
    await auditStatement(db, {
      id: `01E${artistId}`,
      at: now,
      by: { kind: "artist", artistId },
      action: "agreement-signed",
      requestId: "R",
    });
  await write(7, "artist", "An artist");
  expect((await listColleagues(db, ada.id, now)).map(({ name }) => name)).toEqual([
    "Bo Lind",
    "artist@label.example",
    "zoe@label.example",
  ]);
});

test("every query of marks, mentions and colleagues is answered by an index", async () => {
  await countForStaff(db, bo.id, now, "S1");
  await listMentions(db, bo.id);
  await markMentionsSeen(db, { staffId: bo.id, itemId: "S1" }, now);
  await marksOf(db, "S1");
  await listTags(db);
  await listColleagues(db, bo.id, now);
  const steps = await database.plans();
  const scans = steps.filter((step) => /^SCAN (review_items|staff_|audit|latest)/.test(step));
  // An index of the tagged entries alone, from its end.
  expect(scans).toEqual([expect.stringContaining("review_items_tagged")]);
});
