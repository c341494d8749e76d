import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { assignItem } from "~/domain/review/assign-item.server";
import {
  countQuery,
  findNeighbours,
  neighbourQueries,
  pageQuery,
  QUEUE_PAGE_SIZE,
  queuePage,
  streamReviewQueue,
} from "~/domain/review/queue.server";
import { type QueueFilter, readFilter, reviewKinds } from "~/domain/review/queue-filter";
import { isOverdue } from "~/domain/review/review-item";
import { submissionStatuses } from "~/domain/submission/record/board-labels";
import { submissions } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { staffPrincipal } from "../../support/accounts";
import { createRaceFixture, type RaceFixture } from "../../support/race-fixture";
import { submissionRow } from "../../support/submission-row";

const now = new Date("2026-11-23T12:00:00Z");
const looking = { staffId: staffPrincipal.id, now };
const day = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString();

let fixture: RaceFixture;
let db: RaceFixture["deps"]["db"];
beforeAll(async () => {
  fixture = await createRaceFixture();
  db = fixture.deps.db;
  for (let n = 0; n < 130; n++) await submit(n);
  for (let n = 0; n < 10; n++) await join(n);
});
afterAll(() => fixture.close());

const serial = (letter: string, n: number) => `${letter}${String(n).padStart(5, "0")}`;

async function submit(n: number, extraFields: Partial<typeof submissions.$inferInsert> = {}) {
  const id = serial("S", n);
  const row = submissionRow({
    id,
    reference: `REF-${id}`,
    artistName: `Artist ${n}`,
    email: `artist${n}@example.com`,
    releaseTitle: `Tide ${n}`,
    status: n % 3 === 0 ? "approved" : "pending",
    statusHistory: '[{"status":"pending"}]',
    replyDueAt: day((n % 40) - 10),
    createdAt: day(-30),
    ...extraFields,
  });
  await db.insert(submissions).values(row);
}

async function join(n: number) {
  const id = serial("W", n);
  await db.insert(waitingList).values({
    id,
    reference: `WAIT-${id}`,
    artistName: `Waiter ${n}`,
    listenLink: "x",
    artistData: "{}",
    email: `w${n}@example.com`,
    statusHistory: "[]",
    replyDueAt: day(n),
    createdAt: day(-1),
    updatedAt: day(-1),
  });
}

const filter = (query = "") => readFilter(new URLSearchParams(query));
const page = (query = "") => queuePage(db, filter(query), looking, {});
const ids = async (query: string) => (await page(query)).items.map(({ id }) => id).sort();

test("overdue entries come first, then those that wait for a reply, each by due date; then the rest", async () => {
  const all: Awaited<ReturnType<typeof page>>["items"] = [];
  for await (const some of streamReviewQueue(db, looking)) all.push(...some);
  expect(all).toHaveLength(140);
  const late = all.filter((item) => isOverdue(item, now));
  expect(late.length).toBeGreaterThan(0);
  expect(all.slice(0, late.length)).toEqual(late);
  const pendingItems = all.filter(({ status }) => status === "pending");
  expect(pendingItems.length).toBeGreaterThan(0);
  expect(all.slice(0, pendingItems.length)).toEqual(pendingItems);
  expect(pendingItems.map(({ dueAt }) => dueAt)).toEqual(
    pendingItems.map(({ dueAt }) => dueAt).sort(),
  );
  expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(reviewKinds));
});

test("pages follow each other without a gap, forth and back", async () => {
  const first = await page();
  expect([first.items.length, first.hasBefore, first.hasAfter]).toEqual([
    QUEUE_PAGE_SIZE,
    false,
    true,
  ]);
  const second = await queuePage(db, filter(), looking, { after: first.items.at(-1) });
  const third = await queuePage(db, filter(), looking, { after: second.items.at(-1) });
  expect([third.items.length, third.hasAfter]).toEqual([40, false]);
  const back = await queuePage(db, filter(), looking, { before: third.items[0] });
  expect(back.items).toEqual(second.items);
  const start = await queuePage(db, filter(), looking, { before: second.items[0] });
  expect([start.items, start.hasBefore, start.hasAfter]).toEqual([first.items, false, true]);
});

test("an entry that comes while staff turn pages moves none of the others", async () => {
  const first = await page();
  await submit(900, { replyDueAt: day(-40), status: "pending" });
  const second = await queuePage(db, filter(), looking, { after: first.items.at(-1) });
  const seenIds = new Set(first.items.map(({ id }) => id));
  expect(second.items.some(({ id }) => seenIds.has(id))).toBe(false);
  expect((await page()).items[0]?.id).toBe(serial("S", 900));
  await db.run(sql`DELETE FROM submissions WHERE id = ${serial("S", 900)}`);
});

test("a search finds artist, title, e-mail and reference, whatever the case and the accents", async () => {
  await submit(901, { artistName: "Björk Ólafs", releaseTitle: "Ögonblick" });
  await submit(902, { artistName: "U2", releaseTitle: "嵐 One" });
  await submit(903, { artistName: 'Bobby "; DROP TABLE', releaseTitle: "100% * OR NEAR(" });
  const expectedId = serial("S", 901);
  for (const q of ["bjork", "BJÖRK olafs", "gonbl", "artist901@", "REF-S00901"])
    expect([q, await ids(`q=${encodeURIComponent(q)}`)]).toEqual([q, [expectedId]]);
  for (const q of ["u2", "U", "嵐", "u2 嵐"])
    expect(await ids(`q=${encodeURIComponent(q)}`)).toContain(serial("S", 902));
  for (const q of ['"; DROP', "100%", "* OR", "NEAR("])
    expect(await ids(`q=${encodeURIComponent(q)}`)).toContain(serial("S", 903));
  expect(await ids("q=bjork u2")).toEqual([]);
  // Words of one and two letters beside longer ones, too.
  for (const q of ["bjork ó", "olafs ÖG", "björk o", `bjork ${"ó ".repeat(40)}`])
    expect([q, await ids(`q=${encodeURIComponent(q)}`)]).toEqual([q, [expectedId]]);
  expect(await ids("q=tide 77 artist77@example.com")).toEqual([serial("S", 77)]);
});

test("what is found by is folded, tracks and people too; what has gone from a form is found no more", async () => {
  const metadata = { soloWork: false, producers: ["DJ Ö"] };
  const form = { firstName: "Noor", tracks: [{ title: "Don’t “Wait” – Live", metadata }] };
  const id = serial("S", 904);
  await submit(904, { artistName: "Ｎｏｏｒ OʼHara", formData: JSON.stringify(form) });
  for (const q of [
    "noor o'hara",
    "O´HARA",
    "don't wait",
    'don`t "wait" - live',
    "dj o",
    "wait—live",
  ])
    expect([q, await ids(`q=${encodeURIComponent(q)}`)]).toEqual([q, [id]]);
  const words = async (q: string) =>
    (await db.all(sql`SELECT rowid FROM review_search WHERE review_search MATCH ${q}`)).length;
  expect(await words(`"don t"`)).toBe(1);
  await db.run(sql`UPDATE submissions SET form_data = '{}' WHERE id = ${id}`);
  // At once, before anybody searches.
  expect([await words(`"don t"`), await words("hara")]).toEqual([0, 1]);
  expect(await ids("q=don%27t")).toEqual([]);
  for (const q of ["?!", "'", "—"]) expect(await ids(`q=${encodeURIComponent(q)}`)).toEqual([]);
  await db.run(sql`DELETE FROM submissions WHERE id = ${id}`);
});

test("a name that changes is found by its new one, and one that is gone by none", async () => {
  const id = serial("S", 901);
  await db.run(sql`UPDATE submissions SET artist_name = 'Renamed Person' WHERE id = ${id}`);
  expect([await ids("q=bjork"), await ids("q=renamed")]).toEqual([[], [id]]);
  for (const n of [901, 902, 903])
    await db.run(sql`DELETE FROM submissions WHERE id = ${serial("S", n)}`);
  expect(await ids("q=renamed")).toEqual([]);
});

test("filters show only matching entries", async () => {
  const live = (await page("status=approved")).items;
  expect(new Set(live.map(({ status }) => status))).toEqual(new Set(["approved"]));
  expect(await ids("kind=waiting")).toHaveLength(10);
  expect(await ids("kind=waiting&status=approved")).toEqual([]);
  const late = (await page("overdue=1")).items;
  expect(late.every((item) => isOverdue(item, now))).toBe(true);
  expect((await page()).overdue).toBe(late.length);
  expect(await ids("mine=1")).toEqual([]);
  const desk = { db, clock: () => now, ids: randomIds };
  await assignItem(desk, serial("S", 5), undefined, { requestId: "r1", by: staffPrincipal });
  expect([await ids("mine=1"), (await page()).mine]).toEqual([[serial("S", 5)], 1]);
});

test("a status that changes moves its entry, and it counts how often", async () => {
  const id = serial("S", 1);
  await db.run(sql`UPDATE submissions SET status = 'live',
    status_history = json_insert(status_history, '$[#]', json('{"status":"live"}')) WHERE id = ${id}`);
  const [row] = (await page("q=REF-S00001")).items;
  expect([row?.status, row?.revision, row?.orderKey[0]]).toEqual(["live", 2, "1"]);
});

test("the entries beside one are those of the same filter, also once it has left that", async () => {
  const { items } = await page("status=approved");
  const [first, second, third] = items;
  if (!second) throw new Error("Too few.");
  const neighbours = await findNeighbours(db, filter("status=approved"), looking, second);
  expect([neighbours.previous?.id, neighbours.next?.id]).toEqual([first?.id, third?.id]);
  await db.run(sql`UPDATE submissions SET status = 'failed' WHERE id = ${second.id}`);
  const later = await findNeighbours(db, filter("status=approved"), looking, second);
  expect([later.previous?.id, later.next?.id]).toEqual([first?.id, third?.id]);
});

/** Every possible filter, to check its query plan. */
function* filters(): Generator<QueueFilter> {
  for (const q of ["", "ferry", "u2", "ferry u2"])
    for (const status of ["", submissionStatuses[0]] as const)
      for (const kind of ["", "waiting"] as const)
        for (const overdue of [false, true])
          for (const mine of [false, true]) yield { q, status, kind, overdue, mine };
}

test("every query of the queue is answered by an index, and none sorts what it has not searched", async () => {
  const place = { orderKey: "02026", id: "S" };
  const plan = async (query: SQL) =>
    (await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)).map(
      ({ detail }) => detail,
    );
  for (const queueFilter of filters()) {
    const parts = [{}, { after: place }, { before: place }];
    const queries = [
      ...parts.map((part) => pageQuery(queueFilter, looking, part)),
      ...neighbourQueries(queueFilter, looking, place),
      countQuery(queueFilter, looking),
    ];
    for (const query of queries) {
      const steps = await plan(query);
      const planText = JSON.stringify([queueFilter, steps]);
      // In the order of an index, whole pages are read from where they begin; nothing is scanned else.
      const scans = steps.filter(
        (step) =>
          /^SCAN/.test(step) &&
          !/VIRTUAL TABLE INDEX|USING (COVERING )?INDEX|SCAN hits|CONSTANT|SCAN \(subquery/.test(
            step,
          ),
      );
      expect(scans, planText).toEqual([]);
      if (!queueFilter.q) expect(planText).not.toContain("TEMP B-TREE");
    }
  }
});
