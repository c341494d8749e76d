import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { invitations, waitingList } from "~/domain/access/entry-tables.server";
import { findEntry, joinWaitingList } from "~/domain/access/waiting-list.server";
import { listMails } from "~/domain/mail/read-outbox.server";
import { removeExternalCopies } from "~/domain/privacy/remove-external-copies.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import { randomIds } from "~/platform/ids";
import type { ClientNetworks } from "~/platform/rate/client-network";
import { rateWindows } from "~/platform/rate/rate-tables.server";
import { alertOverdue, type StaffDeps } from "../../../workers/jobs/alert-staff";
import { confirmEntry } from "../../../workers/jobs/confirm-waiting-list";
import { expireWaitingList } from "../../../workers/jobs/sweep/privacy-parts";
import { alertOverdueReplies } from "../../../workers/jobs/sweep/sweep-parts";
import { syncEntry } from "../../../workers/jobs/sync-waiting-list";
import { setFault } from "../../../workers/sandbox/faults";
import { allItems, createMondayTables } from "../../../workers/sandbox/monday-store";
import { updatesOf } from "../../../workers/sandbox/monday-updates-files";
import { type BoardFixture, createBoardFixture } from "../../support/board-fixture";
import { noopSweepActions } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";

const START = new Date("2026-11-21T12:00:00Z");
let fixture: BoardFixture;
let clock = START;
const now = () => clock;
beforeAll(async () => {
  fixture = await createBoardFixture(now);
  await createMondayTables(fixture.sandboxDb);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  clock = START;
  fixture.events.length = 0;
  for (const table of [waitingList, jobs, rateWindows]) await fixture.db.delete(table);
});

const entryFields = (n: number | string) => ({
  artistName: `Artist ${n}`,
  firstName: "Ada",
  email: `ada${n}@example.com`,
  country: "Ireland",
  listenLink: `https://soundcloud.com/ada/${n}`,
  projectDescription: "Two <b>songs</b>.",
});
const joining = (perDay = 100) => ({
  ids: randomIds,
  now: clock,
  replyDueAt: addDays(clock, 14),
  requestId: "R",
  perDay,
});
const join = (n: number | string, perDay?: number, place?: ClientNetworks) =>
  joinWaitingList(fixture.db, entryFields(n), { ...joining(perDay), place });

async function joinedEntry(n: number | string) {
  const result = await join(n);
  if (typeof result === "string") throw new Error("The list is full.");
  return result;
}

test("however many join at once, a day has no more entries than it may, and the next has new room", async () => {
  const tries = await Promise.all(Array.from({ length: 20 }, (_, n) => join(n, 7)));
  expect(tries.filter((result) => result === "full")).toHaveLength(13);
  expect(await fixture.db.$count(waitingList)).toBe(7);
  expect(await fixture.db.$count(jobs)).toBe(14);
  // Who is on it already is told so all the same.
  const knownIndex = tries.findIndex((result) => result !== "full");
  expect(await join(knownIndex, 7)).toMatchObject({ jobIds: [] });
  clock = addDays(START, 1.01);
  expect(await join("later", 7)).toMatchObject({ entry: { artistName: "Artist later" } });
});

test("however few networks join all day, and raced or not, who comes from another finds room", async () => {
  const joinAll = (site: string, count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) => join(`${site}${n}`, 100, { site, home: `${n}` })),
    );
  const joinedCount = (all: Awaited<ReturnType<typeof join>>[]) =>
    all.filter((result) => typeof result !== "string").length;
  const alone = await joinAll("one", 60);
  expect([joinedCount(alone), alone.filter((result) => result === "network").length]).toEqual([
    21, 39,
  ]);
  for (let n = 0; n < 20; n++) await joinAll(`more-${n}-`, 30);
  expect(await fixture.db.$count(waitingList)).toBeLessThan(95);
  expect(await join("new", 100, { site: "new", home: "new" })).toMatchObject({ entry: {} });
  // What was refused counts for nobody, and nothing of it has a job.
  const totals = await fixture.db.get<{ all: number }>(
    sql`SELECT sum(count) AS "all" FROM rate_windows`,
  );
  expect(totals?.all).toBe(await fixture.db.$count(waitingList));
  expect(await fixture.db.$count(jobs)).toBe(2 * (totals?.all ?? 0));
  clock = addDays(START, 1.01);
  expect(joinedCount(await joinAll("one", 1))).toBe(1);
  expect(await join("one later", 100, { site: "one", home: "0" })).toMatchObject({ entry: {} });
});

function syncing() {
  const { db, log } = fixture;
  return syncEntry({ db, board: fixture.board(), log });
}
const renew = async () => {};
const jobSubject = (subject: string) => ({ jobId: "J", submissionId: null, subject, renew });

test("an entry has one item on the board with what the artist says, however often the job runs", async () => {
  const { entry } = await joinedEntry("board");
  await setFault(fixture.sandboxDb, "monday", { mode: "lost-reply", call: "CreateItem" });
  expect(await syncing().run(jobSubject(entry.id))).toMatchObject({ kind: "retry" });
  clock = new Date(clock.getTime() + 60_000);
  expect(await syncing().run(jobSubject(entry.id))).toMatchObject({ kind: "done" });
  expect(await syncing().run(jobSubject(entry.id))).toEqual({ kind: "done", reason: "known" });
  const [item, ...others] = await allItems(fixture.sandboxDb);
  expect([item?.name, others]).toEqual(["Artist board - Waiting list", []]);
  expect((await findEntry(fixture.db, entry.id))?.boardItemId).toBe(item?.id);
  const [update, ...rest] = await updatesOf(fixture.sandboxDb);
  expect(rest).toEqual([]);
  expect(JSON.stringify(update)).toContain("Two &lt;b&gt;songs&lt;/b&gt;.");
  expect(fixture.events.filter((event) => event === "board.item-created")).toHaveLength(1);
});

test("without a board, or an entry, the job says so", async () => {
  const { db, log } = fixture;
  const off = syncEntry({ db, board: undefined, log });
  expect(await off.run(jobSubject("X"))).toEqual({ kind: "done", reason: "board-off" });
  expect(await syncing().run(jobSubject("X"))).toEqual({ kind: "failed", reason: "no-such-entry" });
});

function createStaffDeps(): StaffDeps {
  const { db, log } = fixture;
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example", deliveryWeeks: 4 };
  const staff = "team@mahogany.example";
  return {
    db,
    ids: randomIds,
    log,
    brand,
    rules: permissiveMailRules,
    sendJobs: async () => {},
    staff,
    now,
  };
}

test("the artist gets one mail, in which nobody's own text about the music stands", async () => {
  const { entry } = await joinedEntry("mail");
  const run = () => confirmEntry(createStaffDeps()).run(jobSubject(entry.id));
  expect([await run(), await run()]).toEqual([
    { kind: "done", reason: undefined },
    { kind: "done", reason: "known" },
  ]);
  const mails = await listMails(fixture.db);
  const [mail, ...others] = mails.filter(({ recipient }) => recipient === "adamail@example.com");
  expect(others).toEqual([]);
  expect(mail?.text).toContain("Reply due by: December 5, 2026");
  expect(mail?.text).not.toContain("songs");
  expect(await confirmEntry(createStaffDeps()).run(jobSubject("X"))).toMatchObject({
    reason: "no-such-entry",
  });
});

test("an entry whose reply is overdue is told to the team, and logged once", async () => {
  const { entry } = await joinedEntry("late");
  const { db, log } = fixture;
  const deps = {
    ...fixture,
    db,
    log,
    now,
    calls: noopSweepActions,
    queue: { sendBatch: async () => {} },
  };
  const notify = () =>
    alertOverdueReplies(deps as unknown as Parameters<typeof alertOverdueReplies>[0]);
  expect([await alertOverdue(createStaffDeps()), await notify()]).toEqual([false, 0]);
  clock = addDays(START, 15);
  expect(await alertOverdue(createStaffDeps())).toBe(true);
  const [mail] = await listMails(db, 1);
  expect(mail?.text).toContain(`${entry.reference}: Artist late, waiting list: due December 5`);
  expect([await notify(), await notify()]).toEqual([1, 0]);
  expect(fixture.events).toContain("reply.overdue");
  await db.update(waitingList).set({ status: "approved" }).where(eq(waitingList.id, entry.id));
  clock = addDays(START, 16);
  expect(await alertOverdue(createStaffDeps())).toBe(false);
});

test("an item that comes after the invitation is the invitation's as well, and nobody else's", async () => {
  const { entry } = await joinedEntry("invited");
  const timestamp = clock.toISOString();
  const link = {
    id: "01LINK",
    tokenHash: "h",
    artistName: "Ada",
    prefill: "{}",
    createdAt: timestamp,
  };
  await fixture.db
    .insert(invitations)
    .values({ ...link, waitingListId: entry.id, expiresAt: addDays(clock, 90).toISOString() });
  await syncing().run(jobSubject(entry.id));
  const item = (await findEntry(fixture.db, entry.id))?.boardItemId;
  const [row] = await fixture.db.select().from(invitations);
  expect([typeof item, row?.boardItemId]).toEqual(["string", item]);
  await fixture.db.delete(invitations);
});

/** What the sweep does with entries of long ago, on the board's stand-in. */
function endOld() {
  const connections = { board: fixture.board(), mirror: undefined };
  const deletions = {
    ...noopSweepActions.deletions,
    removeExternalCopies: (copies: Parameters<typeof removeExternalCopies>[1]) =>
      removeExternalCopies(connections, copies),
  };
  const { db, log } = fixture;
  return expireWaitingList({ db, log, now, calls: { ...noopSweepActions, deletions } });
}
const itemNames = async () => (await allItems(fixture.sandboxDb)).map(({ name }) => name);

test("an entry that nobody has touched for two years goes, and its item on the board before it", async () => {
  const { entry } = await joinedEntry("old");
  await syncing().run(jobSubject(entry.id));
  clock = addDays(START, 729);
  expect(await endOld()).toBe(0);
  expect(await findEntry(fixture.db, entry.id)).toBeDefined();
  clock = addDays(START, 731);
  await setFault(fixture.sandboxDb, "monday", { mode: "http-500", call: "DeleteItems" });
  expect(await endOld()).toBe(0);
  // Its row alone knows of the item, so it stays until that is gone.
  expect(await findEntry(fixture.db, entry.id)).toBeDefined();
  expect(await itemNames()).toContain("Artist old - Waiting list");
  expect(fixture.events).toContain("sweep.failed");
  expect(await endOld()).toBe(1);
  expect(await findEntry(fixture.db, entry.id)).toBeUndefined();
  expect(await itemNames()).not.toContain("Artist old - Waiting list");
  expect(await fixture.db.$count(jobs)).toBe(0);
});

test("an entry whose item went, and whose row the sweep did not come to, goes with the next", async () => {
  const { entry } = await joinedEntry("half");
  await syncing().run(jobSubject(entry.id));
  clock = addDays(START, 731);
  await setFault(fixture.sandboxDb, "monday", { mode: "lost-reply", call: "DeleteItems" });
  expect([await endOld(), await itemNames()]).toEqual([
    0,
    expect.not.arrayContaining(["Artist half - Waiting list"]),
  ]);
  expect([await endOld(), await findEntry(fixture.db, entry.id)]).toEqual([1, undefined]);
});
