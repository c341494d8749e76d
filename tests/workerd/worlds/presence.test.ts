import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { purgeExpiredRecords } from "~/domain/privacy/retention.server";
import { markPresent, PRESENCE_SECONDS, presentStaff } from "~/domain/review/presence.server";
import { findReviewItem, nextFreeItem } from "~/domain/review/queue.server";
import { readFilter } from "~/domain/review/queue-filter";
import { cursorOf } from "~/domain/review/review-item";
import { addDays, addSeconds } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { randomIds } from "~/platform/ids";
import type { Staff } from "~/platform/principal";
import { staffPrincipal as ada } from "../../support/accounts";
import { type WatchedDatabase, watchedDatabase } from "../../support/watched-database";

const bo: Staff = { kind: "staff", id: "passcode:bo lind", name: "Bo Lind" };
const kim: Staff = { kind: "staff", id: "passcode:kim", name: "Kim" };
const now = new Date("2026-11-23T12:00:00Z");
const later = (seconds: number) => addSeconds(now, seconds);
const ITEMS = ["S1", "S2", "S3", "S4"] as const;

let database: WatchedDatabase;
let db: Database;
beforeAll(async () => {
  database = await watchedDatabase();
  db = database.db;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of ["review_items", "staff_presence"])
    await db.run(sql`DELETE FROM ${sql.identifier(table)}`);
  for (const [index, id] of ITEMS.entries())
    await db.run(sql`INSERT INTO review_items (id, kind, reference, artist_name, title, email, status,
        revision, due_at, order_key, created_at, genre)
      VALUES (${id}, 'submission', ${id}, 'Vale', 'Tin', 'v@example.com', 'pending', 1,
        ${`2026-12-0${index + 1}`}, ${`02026-12-0${index + 1}`}, '2026-11-20', 'Folk')`);
  database.clear();
});

const seen = (staff: Staff, at = now) => presentStaff(db, { staffId: staff.id, now: at });

/** What a member of staff gets behind an entry. */
async function askNext(staff: Staff, id: string, query = "", at = now) {
  const item = await findReviewItem(db, id);
  if (!item) throw new Error("It is gone.");
  const filter = readFilter(new URLSearchParams(query));
  return nextFreeItem(db, { staff, now: at }, filter, item, cursorOf(item, filter.sort));
}

test("one sees where colleagues are, never oneself, until they were not seen for a while", async () => {
  await markPresent(db, { staff: bo, itemId: "S1", now });
  await markPresent(db, { staff: ada, itemId: "S2", now });
  expect(await seen(ada)).toEqual([{ staffId: bo.id, name: "Bo Lind", itemId: "S1" }]);
  await markPresent(db, { staff: { ...bo, name: "Bo" }, itemId: null, now: later(5) });
  const moved = [{ staffId: bo.id, name: "Bo", itemId: null }];
  expect(await seen(ada, later(4 + PRESENCE_SECONDS))).toEqual(moved);
  expect(await seen(ada, later(5 + PRESENCE_SECONDS))).toEqual([]);
});

test("the next one is an entry that no colleague looks at, and whoever gets it is seen there", async () => {
  await markPresent(db, { staff: bo, itemId: "S2", now });
  expect((await askNext(ada, "S1"))?.id).toBe("S3");
  expect(await seen(bo)).toMatchObject([{ staffId: ada.id, itemId: "S3" }]);
  // One's own place keeps no entry from oneself.
  expect((await askNext(bo, "S1"))?.id).toBe("S2");
  // A colleague who has gone keeps none, either.
  const gone = later(PRESENCE_SECONDS);
  expect((await askNext(kim, "S1", "", gone))?.id).toBe("S2");
});

test("of colleagues who ask for the next at once each gets another, and none where all are taken", async () => {
  const given = await Promise.all([ada, bo, kim].map((staff) => askNext(staff, "S1")));
  expect(given.map((item) => item?.id).toSorted()).toEqual(["S2", "S3", "S4"]);
  const fourth: Staff = { kind: "staff", id: "passcode:lu", name: "Lu" };
  expect(await askNext(fourth, "S1")).toBeUndefined();
  // Nothing is left to look at but the list.
  expect(await seen(ada)).toContainEqual({ staffId: fourth.id, name: "Lu", itemId: null });
});

test("behind the last of a filter its first comes, then any other that waits", async () => {
  await db.run(sql`UPDATE review_items SET genre = 'Jazz' WHERE id IN ('S1', 'S3')`);
  expect((await askNext(ada, "S3", "view=waiting&genre=Jazz"))?.id).toBe("S1");
  await markPresent(db, { staff: bo, itemId: "S1", now });
  expect((await askNext(ada, "S3", "view=waiting&genre=Jazz"))?.id).toBe("S2");
  await db.run(sql`UPDATE review_items SET order_key = '1' || due_at WHERE id <> 'S3'`);
  expect(await askNext(ada, "S3")).toBeUndefined();
});

test("the next one is kept for whoever has the one before open, and no colleague gets either", async () => {
  const item = await findReviewItem(db, "S1");
  if (!item) throw new Error("It is gone.");
  const filter = readFilter(new URLSearchParams());
  const keepNext = () =>
    nextFreeItem(db, { staff: ada, now }, filter, item, cursorOf(item, filter.sort), true);
  expect((await keepNext())?.id).toBe("S2");
  expect(await seen(bo)).toMatchObject([{ staffId: ada.id, itemId: "S1" }]);
  expect((await askNext(bo, "S1"))?.id).toBe("S3");
  // Asking again takes no other one.
  expect((await keepNext())?.id).toBe("S2");
  expect((await askNext(kim, "S3"))?.id).toBe("S4");
});

test("where one was is forgotten a day later", async () => {
  await markPresent(db, { staff: bo, itemId: "S1", now });
  await markPresent(db, { staff: kim, itemId: "S1", now: addDays(now, -2) });
  await purgeExpiredRecords(db, now);
  const rows = await db.all<{ id: string }>(sql`SELECT staff_id AS id FROM staff_presence`);
  expect(rows).toEqual([{ id: bo.id }]);
});

test("how often reasons were used is forgotten with the year", async () => {
  const use = (at: string) =>
    db.run(sql`INSERT INTO reason_uses (reason_id, decision_id, created_at)
      VALUES ('R', ${randomIds.next(new Date(at))}, ${at})`);
  await use("2025-12-31T23:59:59.000Z");
  await use("2026-01-01T00:00:00.000Z");
  await purgeExpiredRecords(db, now);
  expect(await db.all(sql`SELECT created_at AS at FROM reason_uses`)).toEqual([
    { at: "2026-01-01T00:00:00.000Z" },
  ]);
});

test("the next one is found by the indexes of the queue", async () => {
  for (const query of ["", "view=all&sort=received", "q=vale", "view=artist&mine=1"])
    await askNext(ada, "S1", query);
  const scans = (await database.plans()).filter((step) =>
    /^SCAN (review_items|staff_presence|other)(?! USING (COVERING )?INDEX)/.test(step),
  );
  expect(scans).toEqual([]);
});
