import { type SQL, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitingList } from "~/domain/access/entry-tables.server";
import { assignItem } from "~/domain/review/assign-item.server";
import {
  findNeighbours,
  findReviewItem,
  nextFreeItem,
  queuePage,
  streamReviewQueue,
} from "~/domain/review/queue.server";
import { type QueueFilter, readFilter, reviewKinds } from "~/domain/review/queue-filter";
import { countQuery, pageQuery, QUEUE_PAGE_SIZE } from "~/domain/review/queue-query.server";
import { cursorOf, isOverdue, type ReviewItem } from "~/domain/review/review-item";
import { submissions } from "~/domain/submission/submission-tables.server";
import { randomIds } from "~/platform/ids";
import { submissionStatuses } from "~/reference/statuses";
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

const ALL = "view=all";
const filter = (query = ALL) => readFilter(new URLSearchParams(query));
const positionOf = (item: ReviewItem | undefined) => item && cursorOf(item);
const page = (query = ALL) => queuePage(db, filter(query), looking, {});
const ids = async (query: string) => (await page(query)).items.map(({ id }) => id).sort();

test("overdue entries come first, then those that wait for a reply, each by due date; then the rest", async () => {
  const all: Awaited<ReturnType<typeof page>>["items"] = [];
  for await (const some of streamReviewQueue(db, filter(), looking)) all.push(...some);
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
  const second = await queuePage(db, filter(), looking, { after: positionOf(first.items.at(-1)) });
  const third = await queuePage(db, filter(), looking, { after: positionOf(second.items.at(-1)) });
  expect([third.items.length, third.hasAfter]).toEqual([40, false]);
  const back = await queuePage(db, filter(), looking, { before: positionOf(third.items[0]) });
  expect(back.items).toEqual(second.items);
  const start = await queuePage(db, filter(), looking, { before: positionOf(second.items[0]) });
  expect([start.items, start.hasBefore, start.hasAfter]).toEqual([first.items, false, true]);
});

test("an entry that comes while staff turn pages moves none of the others", async () => {
  const first = await page();
  await submit(900, { replyDueAt: day(-40), status: "pending" });
  const second = await queuePage(db, filter(), looking, { after: positionOf(first.items.at(-1)) });
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
  const neighbours = await findNeighbours(db, filter("status=approved"), looking, cursorOf(second));
  expect([neighbours.previous?.id, neighbours.next?.id]).toEqual([first?.id, third?.id]);
  await db.run(sql`UPDATE submissions SET status = 'failed' WHERE id = ${second.id}`);
  const later = await findNeighbours(db, filter("status=approved"), looking, cursorOf(second));
  expect([later.previous?.id, later.next?.id]).toEqual([first?.id, third?.id]);
});

/** Filters of every shape, to check their query plans. */
function* filters(): Generator<QueueFilter> {
  const views = ["", "view=all", "view=waiting", "view=waiting-list", "view=artist"];
  const others = [
    "type=ep&genre=Folk&entry=invited&findings=1",
    "shortlist=1",
    "snoozed=1",
    "mine=1",
  ];
  for (const q of ["", "q=ferry", "q=u2", "q=ferry+u2"])
    for (const status of ["", `status=${submissionStatuses[0]}`])
      for (const kind of ["", "kind=waiting"])
        for (const flags of ["", "overdue=1", "mine=1", "overdue=1&mine=1"])
          yield filter([q, status, kind, flags].join("&"));
  for (const view of views)
    for (const other of others)
      for (const sort of ["", "sort=received", "sort=release"])
        yield filter([view, other, sort].join("&"));
}

/** Whether an index gives the order; the few rows of the other views are sorted. */
const isInOrder = ({ sort, view, mine, shortlist, snoozed }: QueueFilter) =>
  sort === "due" || (view === "all" && !mine && !shortlist && !snoozed);

test("every query of the queue is answered by an index, and none sorts what it has not searched", async () => {
  const place = { key: "02026", id: "S" };
  const plan = async (query: SQL) =>
    (await db.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`)).map(
      ({ detail }) => detail,
    );
  for (const queueFilter of filters()) {
    const parts = [{}, { after: place }, { before: place }];
    const queries = [
      ...parts.map((part) => pageQuery(queueFilter, looking, part)),
      pageQuery(queueFilter, looking, { before: place }, 0),
      pageQuery(queueFilter, looking, { after: place }, 0),
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
      if (!queueFilter.q && isInOrder(queueFilter)) expect(planText).not.toContain("TEMP B-TREE");
      // The whole queue is never sorted.
      if (planText.includes("TEMP B-TREE") && !queueFilter.q)
        expect(planText).toMatch(
          /_(waiting|by_kind_status|changes_asked|by_assigned|shortlisted|snoozed)\b/,
        );
    }
  }
});

const release = (fields: object) =>
  JSON.stringify({ uploadType: "new-music", releaseType: "ep", tracks: [{}, {}], ...fields });

test("a row tells of its release: type, tracks, genre, date, how it came, and what is moved", async () => {
  await db.run(sql`INSERT INTO drafts (id, key_hash, resend_of, answers, completed_steps, expires_at,
    created_at, updated_at) VALUES ('D905', 'D905', 'S1', '{}', '[]', ${day(1)}, ${day(0)}, ${day(0)})`);
  const formData = release({ primaryGenre: "Folk", releaseDate: "2027-01-05" });
  await submit(905, { draftId: "D905", entry: "invited", formData });
  const moved = { uploadType: "transfer", catalogueItems: [{ title: "Old Days" }] };
  await submit(906, { releaseTitle: "", formData: JSON.stringify(moved) });
  await submit(907, { releaseTitle: "", formData: '{"uploadType":"transfer"}' });
  await submit(908, { formData: "no JSON" });
  const rowOf = async (n: number) => (await page(`q=REF-${serial("S", n)}`)).items[0];
  expect(await rowOf(905)).toMatchObject({
    entry: "invited",
    isResent: true,
    releaseType: "ep",
    genre: "Folk",
    releaseDate: "2027-01-05",
    trackCount: 2,
  });
  expect(await rowOf(906)).toMatchObject({
    title: "Catalogue transfer: Old Days",
    releaseType: "transfer",
    isResent: false,
  });
  expect((await rowOf(907))?.title).toBe("Catalogue transfer");
  expect(await rowOf(908)).toMatchObject({ title: "Tide 908", genre: null, trackCount: 0 });
  const changed = release({ primaryGenre: "Jazz", tracks: [{}] });
  await db.run(sql`UPDATE submissions SET form_data = ${changed} WHERE id = ${serial("S", 905)}`);
  expect(await rowOf(905)).toMatchObject({ genre: "Jazz", releaseDate: null, trackCount: 1 });
  for (const query of ["genre=Jazz", "entry=invited", "type=ep"])
    expect([query, await ids(`view=waiting&${query}`)]).toEqual([query, [serial("S", 905)]]);
  expect(await ids("view=all&type=transfer")).toEqual([serial("S", 906), serial("S", 907)]);
  for (const n of [905, 906, 907, 908])
    await db.run(sql`DELETE FROM submissions WHERE id = ${serial("S", n)}`);
});

test("it opens on releases that wait for us; the waiting list and what waits for artists have tabs", async () => {
  const first = await page("");
  expect(first.items.length).toBe(QUEUE_PAGE_SIZE);
  for (const { kind, status } of first.items)
    expect([kind, status]).toEqual([
      "submission",
      expect.stringMatching(/^(pending|in progress)$/),
    ]);
  expect(first.views).toMatchObject({ "waiting-list": 10, artist: 0 });
  expect(await ids("view=waiting-list")).toHaveLength(10);
  const asked = first.items[0]?.id ?? "";
  await db.run(sql`UPDATE review_items SET changes_asked_at = ${day(0)} WHERE id = ${asked}`);
  const later = await page("");
  expect(later.items.some(({ id }) => id === asked)).toBe(false);
  expect(later.views).toMatchObject({ waiting: first.views.waiting - 1, artist: 1 });
  expect(await ids("view=artist")).toEqual([asked]);
  expect(await ids("overdue=1")).not.toContain(asked);
  await db.run(sql`UPDATE review_items SET changes_asked_at = NULL WHERE id = ${asked}`);
});

test("what is snoozed waits in no list until its time, and is found as such; an answer ends it", async () => {
  const [release, other, waiter] = [serial("S", 10), serial("S", 11), serial("W", 3)];
  const before = (await page("")).views;
  const snooze = (until: string) =>
    db.run(
      sql`UPDATE review_items SET snoozed_until = ${until} WHERE id IN (${release}, ${other}, ${waiter})`,
    );
  const snoozedIds = () => ids("snoozed=1");
  await snooze(day(1));
  const { views, snoozed } = await page("");
  expect([views.waiting, views["waiting-list"], snoozed]).toEqual([
    ...[before.waiting - 2, before["waiting-list"] - 1, 3],
  ]);
  expect(await snoozedIds()).toEqual([release, other, waiter]);
  expect(await ids("view=waiting-list")).not.toContain(waiter);
  expect(await ids(`q=REF-${release}`)).toEqual([release]);
  const [row] = (await page(`q=REF-${release}`)).items;
  expect(row?.snoozedUntil).toBe(day(1));
  await snooze(now.toISOString());
  expect(await page("")).toMatchObject({ views: before, snoozed: 0 });
  expect(await snoozedIds()).toEqual([]);
  await snooze(day(1));
  // A decision here or on the board, a new version, a reply to somebody on the waiting list.
  await db.run(sql`UPDATE submissions SET status = 'in progress' WHERE id = ${release}`);
  await submit(909, { resendOf: other });
  expect(await snoozedIds()).toEqual([waiter]);
  await db.run(sql`UPDATE waiting_list SET status_history = '[{}]' WHERE id = ${waiter}`);
  expect(await snoozedIds()).toEqual([]);
  await db.run(sql`UPDATE submissions SET status = 'pending' WHERE id = ${release}`);
  await db.run(sql`DELETE FROM submissions WHERE id = ${serial("S", 909)}`);
});

test("findings and the shortlist are filters", async () => {
  const [id, other] = [serial("S", 7), serial("S", 8)];
  await db.run(sql`UPDATE review_items SET has_findings = 1 WHERE id = ${id}`);
  await db.run(sql`UPDATE review_items SET shortlisted_at = ${day(0)} WHERE id = ${other}`);
  expect(await ids("findings=1")).toEqual([id]);
  expect(await ids("view=all&shortlist=1&sort=release")).toEqual([other]);
});

/** All ids of a filter, read in small pages. */
async function walk(query: string, isBack: boolean): Promise<string[]> {
  const seen: string[] = [];
  const queueFilter = filter(query);
  let cursor = isBack ? { key: "~", id: "~" } : undefined;
  if (isBack && queueFilter.sort === "received") cursor = { key: "0", id: "0" };
  for (;;) {
    const range = isBack ? { before: cursor } : { after: cursor };
    const rows = await db.all<{ id: string }>(pageQuery(queueFilter, looking, range, 6));
    const pageIds = rows.slice(0, 6).map(({ id }) => id);
    seen.push(...pageIds);
    if (rows.length < 7) return isBack ? seen.reverse() : seen;
    const [last] = (await queuePage(db, filter(`q=REF-${pageIds.at(-1)}`), looking, {})).items;
    if (!last) throw new Error("It is gone.");
    cursor = cursorOf(last, queueFilter.sort);
  }
}

test("pages of every order follow each other without a gap, forth and back", async () => {
  await db.run(sql`UPDATE submissions SET form_data = json_object('tracks', json('[]'), 'releaseDate',
    CASE CAST(substr(id, 2) AS INTEGER) % 4 WHEN 0 THEN '' ELSE '2027-01-0' || (CAST(substr(id, 2) AS INTEGER) % 4) END)
    WHERE id < 'S00030'`);
  await db.run(
    sql`UPDATE review_items SET created_at = '2026-11-0' || (number % 5 + 1) || 'T00:00:00.000Z'`,
  );
  const rows = await db.all<{ id: string; received: string; date: string }>(sql`SELECT id,
    created_at AS received, ifnull(release_date, '9999-12-31') AS date FROM review_items
    WHERE kind = 'submission' AND status = 'pending' AND id < 'S00060'`);
  const compare = (first: string, second: string) => (first < second ? -1 : 1);
  const expectedOrders = {
    received: [...rows].sort((first, second) =>
      compare(second.received + second.id, first.received + first.id),
    ),
    release: [...rows].sort((first, second) =>
      compare(first.date + first.id, second.date + second.id),
    ),
  };
  await db.run(sql`DELETE FROM submissions WHERE id >= 'S00060'`);
  for (const [sort, expected] of Object.entries(expectedOrders)) {
    const query = `view=all&kind=submission&status=pending&sort=${sort}`;
    const order = expected.map(({ id }) => id);
    expect([sort, await walk(query, false)]).toEqual([sort, order]);
    expect([sort, await walk(query, true)]).toEqual([sort, order]);
    expect([sort, await walk(`view=waiting&sort=${sort}`, false)]).toEqual([sort, order]);
    const [, second] = (await page(query)).items;
    if (!second) throw new Error("Too few.");
    const neighbours = await findNeighbours(
      db,
      filter(query),
      looking,
      cursorOf(second, filter(query).sort),
    );
    expect([neighbours.previous?.id, neighbours.next?.id]).toEqual([order[0], order[2]]);
  }
});

test("the next to decide on is of the same filter and order, else of all; never one that waits for its artist", async () => {
  const [first, second, third] = (await page("sort=received")).items;
  if (!first || !second || !third) throw new Error("Too few.");
  const next = async (query: string, item: ReviewItem) =>
    (
      await nextFreeItem(
        db,
        { staff: staffPrincipal, now },
        filter(query),
        item,
        cursorOf(item, filter(query).sort),
      )
    )?.id;
  expect(await next("sort=received", first)).toBe(second.id);
  await db.run(sql`UPDATE review_items SET changes_asked_at = ${day(0)} WHERE id = ${second.id}`);
  expect(await next("sort=received", first)).toBe(third.id);
  await db.run(sql`UPDATE review_items SET snoozed_until = ${day(1)} WHERE id = ${third.id}`);
  expect(await next("view=all&sort=received", first)).not.toBe(third.id);
  await db.run(sql`UPDATE review_items SET snoozed_until = NULL WHERE id = ${third.id}`);
  const [oldest] = (await page("")).items.filter(({ id }) => id !== first.id);
  expect(await next("genre=Jazz", first)).toBe(oldest?.id);
});

test.each(["Ålesund", "DJ ÄRGER", "straße", "Đorđe Ł", "Ｎｏｏｒ OʼHara"])(
  "the next of a search for %s is one that its list shows, though nobody listed it since they came",
  async (name) => {
    const query = `q=${encodeURIComponent(name)}`;
    const numbers = [910, 911, 912];
    for (const n of numbers)
      await submit(n, { artistName: `${name} ${n}`, status: "pending", replyDueAt: day(n) });
    const [first, second, third] = numbers.map((n) => serial("S", n));
    const item = await findReviewItem(db, first ?? "");
    if (!item) throw new Error("It is gone.");
    const asking = { staff: staffPrincipal, now };
    const next = await nextFreeItem(db, asking, filter(query), item, cursorOf(item));
    await db.run(sql`UPDATE submissions SET artist_name = artist_name || '!' WHERE id = ${third}`);
    const middle = await findReviewItem(db, second ?? "");
    const beside = middle && (await findNeighbours(db, filter(query), looking, cursorOf(middle)));
    expect([next?.id, beside?.previous?.id, beside?.next?.id]).toEqual([second, first, third]);
    expect(await ids(query)).toEqual([first, second, third]);
    for (const n of numbers)
      await db.run(sql`DELETE FROM submissions WHERE id = ${serial("S", n)}`);
  },
);
