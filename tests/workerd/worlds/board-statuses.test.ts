import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { BoardError } from "~/domain/board/board-error";
import {
  boardReadUntil,
  recordBoardEvent,
  tellsOfChanges,
} from "~/domain/board/board-reading.server";
import { mailOutbox } from "~/domain/mail/mail-tables.server";
import { recordRefusal } from "~/domain/submission/record/board-refusals.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { sweepRuns } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { readBoardNews } from "../../../workers/jobs/board-statuses";
import { readBoardStatus } from "../../../workers/jobs/read-board-status";
import {
  BOARD_SECONDS,
  pullBoardStatuses,
  SAFETY_SECONDS,
  STATUSES_PER_SWEEP,
  secondsBetweenQuestions,
} from "../../../workers/jobs/sweep/board-part";
import type { SweepActions, SweepDeps } from "../../../workers/jobs/sweep/sweep-deps";
import { createBoardJobFixture } from "../../support/board-job-fixture";
import { noopSweepActions } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { memoryBoard } from "../../support/memory-board";
import { openForFile } from "../../support/open-for-file";
import { submissionRow } from "../../support/submission-row";

/* What the sweep takes over from the board: nothing is lost between two questions, and none is asked in vain. */

const fixture = await openForFile(createBoardJobFixture);
const { db } = fixture.fixture;
let clock: Date;
const now = () => clock;
const later = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1_000);
};
let memory: ReturnType<typeof memoryBoard>;
let sent: string[];

beforeEach(async () => {
  await fixture.reset();
  for (const table of [submissions, sweepRuns, mailOutbox]) await db.delete(table);
  clock = new Date("2026-11-21T12:30:00Z");
  memory = memoryBoard(now);
  sent = [];
});

/** Records submissions with items on the board. @returns their items. */
async function onBoard(count: number, row: Partial<typeof submissions.$inferInsert> = {}) {
  const itemIds: string[] = [];
  for (let n = 0; n < count; n++) {
    const id = `S${n}`;
    const items = { storedItem: async () => undefined, storeItem: async () => true };
    const times = { createdAt: clock.toISOString(), replyDueAt: clock.toISOString() };
    const entry = { id, reference: id, ...times, artistData: {} as never };
    const { itemId } = await memory.board.putEntry(entry, items);
    const statusHistory = JSON.stringify([{ status: "pending", at: clock.toISOString() }]);
    await db
      .insert(submissions)
      .values(submissionRow({ id, boardItemId: itemId, statusHistory, ...times, ...row }));
    itemIds.push(itemId);
  }
  later(60);
  return itemIds;
}

/** One question of the sweep and what it does with the answer. */
async function ask(calls: Partial<SweepActions> = {}) {
  const mail = async () => ({ jobId: randomIds.next(clock), statements: [] });
  const deps = {
    db,
    now,
    log: fixture.fixture.log,
    calls: {
      ...noopSweepActions,
      statusMail: mail,
      sendJobs: async (ids: string[]) => void sent.push(...ids),
      boardNews: readBoardNews({ db, board: memory.board, now }),
      ...calls,
    },
  };
  return pullBoardStatuses(deps as unknown as SweepDeps);
}
const statusesNow = async () =>
  (await db.select({ status: submissions.status }).from(submissions).orderBy(submissions.id)).map(
    ({ status }) => status,
  );
const readJobs = async () =>
  (await db.all<{ id: string }>(sql`SELECT id FROM jobs WHERE type = 'read-board-status'`)).map(
    ({ id }) => id,
  );

test("a status that staff have set is taken over once, whatever status its submission had", async () => {
  const [first = "", second = "", third = ""] = await onBoard(3);
  await db.update(submissions).set({ status: "live", boardStatus: "live" }).where(sql`id = 'S1'`);
  await db
    .update(submissions)
    .set({ createdAt: "2020-01-01T00:00:00.000Z", status: "failed", boardStatus: "failed" })
    .where(sql`id = 'S2'`);
  await memory.label(first, "Approved");
  await memory.label(second, "Processing");
  await memory.label(third, "Approved");
  expect(await ask()).toBe(3);
  expect(await statusesNow()).toEqual(["approved", "processing", "approved"]);
  later(600);
  expect(await ask()).toBe(0);
});

test("a change is found by the next question, however late, also one in the second of the last answer", async () => {
  const [first = "", second = ""] = await onBoard(2);
  await memory.label(first, "Approved");
  await ask();
  await memory.label(second, "Approved");
  later(86_400 * 40);
  expect(await ask()).toBe(1);
  expect(await statusesNow()).toEqual(["approved", "approved"]);
});

test.each([-7_200, 7_200])(
  "a board whose clock is %d seconds off ours tells every change once",
  async (skew) => {
    const boardClock = () => new Date(clock.getTime() + skew * 1_000);
    memory = memoryBoard(boardClock);
    const [first = "", second = ""] = await onBoard(2);
    await memory.label(first, "Approved");
    expect(await ask()).toBe(1);
    later(30);
    await memory.label(second, "Processing");
    later(570);
    expect(await ask()).toBe(1);
    expect(await ask()).toBe(0);
    expect(await boardReadUntil(db, clock)).toEqual(new Date(boardClock().getTime() - 570_000));
  },
);

test("a question that fails leaves the change to the next one", async () => {
  const [first = ""] = await onBoard(1);
  await ask();
  await memory.label(first, "Approved");
  memory.refuse(new BoardError("NO_REPLY", "Away.", { permanent: false }));
  later(600);
  await expect(ask()).rejects.toThrow("Away.");
  memory.refuse(undefined);
  later(86_400 * 3);
  expect(await ask()).toBe(1);
});

test("of more changes than a sweep may apply the others are left to the next, the oldest first", async () => {
  const itemIds = await onBoard(STATUSES_PER_SWEEP + 5);
  for (const itemId of itemIds) {
    later(1);
    await memory.label(itemId, "Approved");
  }
  expect(await ask()).toBe(STATUSES_PER_SWEEP);
  expect((await statusesNow()).filter((status) => status === "pending")).toHaveLength(5);
  later(600);
  expect(await ask()).toBe(5);
  later(600);
  expect(await ask()).toBe(0);
});

test("what was refused before comes last, and keeps no other waiting", async () => {
  const itemIds = await onBoard(STATUSES_PER_SWEEP + 2);
  for (const [n, itemId] of itemIds.entries()) {
    await memory.label(itemId, n < STATUSES_PER_SWEEP + 1 ? "Rejected" : "Approved");
    if (n > STATUSES_PER_SWEEP) continue;
    const refusal = { status: "rejected", reason: "no-reason" } as const;
    const target = { submissionId: `S${n}`, refusal };
    await recordRefusal({ db, ids: randomIds }, target, sql`id = ${`S${n}`}`, clock);
  }
  expect(await ask()).toBe(1);
  expect((await statusesNow()).filter((status) => status === "approved")).toHaveLength(1);
  expect(await boardReadUntil(db, clock)).toEqual(clock);
});

test("a rejection that gets its reason later counts then", async () => {
  const [first = ""] = await onBoard(1);
  await memory.label(first, "Rejected");
  expect(await ask()).toBe(0);
  expect(fixture.fixture.events).toContain("status.held");
  later(600);
  await memory.label(first, "Rejected", "Too loud.");
  expect(await ask()).toBe(1);
  expect(await statusesNow()).toEqual(["rejected"]);
});

test("a change that could not be applied is left to a job, since the board tells of it once", async () => {
  const [first = "", second = ""] = await onBoard(2);
  await memory.label(first, "Approved");
  later(1);
  await memory.label(second, "Approved");
  const statusMail: SweepActions["statusMail"] = async ({ submission }) => {
    if (submission.id === "S0") throw new Error("D1 is away.");
    return { jobId: randomIds.next(clock), statements: [] };
  };
  expect(await ask({ statusMail })).toBe(1);
  expect(await statusesNow()).toEqual(["pending", "approved"]);
  expect(await readJobs()).toHaveLength(1);
  expect(sent).toEqual(expect.arrayContaining(await readJobs()));
  later(3_600);
  expect(await ask()).toBe(0);
});

test("while not even that job can be written the board counts as not read", async () => {
  const [first = ""] = await onBoard(1);
  await memory.label(first, "Approved");
  const read = await boardReadUntil(db, clock);
  await db.run(sql`CREATE TRIGGER no_reading BEFORE INSERT ON jobs
    WHEN NEW.type = 'read-board-status' BEGIN SELECT RAISE(ABORT, 'D1 is away.'); END`);
  const statusMail = () => Promise.reject(new Error("D1 is away."));
  expect(await ask({ statusMail })).toBe(0);
  await db.run(sql`DROP TRIGGER no_reading`);
  expect(await boardReadUntil(db, clock)).toEqual(read);
  expect(await ask()).toBe(1);
});

test("a status that was read before the last decision is read again", async () => {
  const [first = ""] = await onBoard(1);
  await memory.label(first, "Processing");
  const readEarly = readBoardNews({ db, board: memory.board, now });
  const boardNews: SweepActions["boardNews"] = async () => {
    const news = await readEarly();
    later(5);
    // An event's job, which had read the board before, writes what it has read only now.
    await db.update(submissions).set({
      status: "approved",
      boardStatus: "approved",
      boardStatusAt: clock.toISOString(),
    });
    return news;
  };
  expect(await ask({ boardNews })).toBe(0);
  expect(await readJobs()).toHaveLength(1);
  later(5);
  const deps = {
    db,
    board: memory.board,
    clock: now,
    ids: randomIds,
    log: fixture.fixture.log,
    mail: {
      brand: { name: "M", supportEmail: "a@b.example", deliveryWeeks: 4 },
      rules: permissiveMailRules,
    },
    artists: { accounts: { senderOf: async () => undefined } },
    sendJobs: async () => {},
  } as unknown as Parameters<typeof readBoardStatus>[1];
  expect(await readBoardStatus({ submissionId: "S0" }, deps)).toEqual({ kind: "done" });
  expect(await statusesNow()).toEqual(["processing"]);
});

test("the board is asked every ten minutes, and once an hour while it tells of its changes", async () => {
  const [first = "", second = ""] = await onBoard(2);
  const seconds = () => secondsBetweenQuestions(db, clock);
  expect(await seconds()).toBe(BOARD_SECONDS);
  await recordBoardEvent(db, clock);
  expect(await seconds()).toBe(SAFETY_SECONDS);
  later(3_600);
  expect(await ask()).toBe(0);
  expect(await seconds()).toBe(SAFETY_SECONDS);
  // It has not told of this one.
  await memory.label(first, "Approved");
  later(3_600);
  expect(await ask()).toBe(1);
  expect(await seconds()).toBe(BOARD_SECONDS);
  // An event shows that the others come again.
  await recordBoardEvent(db, clock);
  expect(await seconds()).toBe(SAFETY_SECONDS);
  later(86_400);
  expect(await tellsOfChanges(db, clock)).toBe(false);
  await memory.label(second, "Approved");
  expect(await ask()).toBe(1);
});

test("while no board is connected none is asked", async () => {
  const boardNews = readBoardNews({ db, board: undefined, now });
  expect(await ask({ boardNews })).toBe(0);
  expect(await db.$count(sweepRuns)).toBe(0);
});
