import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { boardParts } from "~/domain/board/board-tables.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import type { PartStore } from "~/integrations/board/board-parts.server";
import { insertJob } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import { jobRows } from "../../workers/jobs/job-rows";
import { type RunContext, runJob } from "../../workers/jobs/run-job";
import { fileLinks, submissionStore, syncBoard } from "../../workers/jobs/sync-board";
import { type FaultMode, setFault } from "../../workers/sandbox/faults";
import { allItems, createMondayTables, removeColumns } from "../../workers/sandbox/monday-store";
import { filesOf, updatesOf } from "../../workers/sandbox/monday-updates-files";
import { createBoardFixture, recordSubmission } from "./board-fixture";
import { noopRunContext } from "./noop-run-context";

type Parts = Partial<Parameters<typeof syncBoard>[0]> & { parts?: PartStore };

/** Jobs of the board over real databases, with a manual clock. */
export async function createBoardJobFixture() {
  let clock = new Date("2026-11-21T12:00:00Z");
  const now = () => clock;
  const fixture = await createBoardFixture(now);
  await createMondayTables(fixture.sandboxDb);
  const { db, log, sandboxDb, files } = fixture;
  let serial = 0;
  const alerts: string[] = [];
  const emptyHandler = { run: async () => ({ kind: "done", reason: "off" }) as const };

  function context({ parts, ...deps }: Parts = {}): RunContext {
    const links = fileLinks("https://submit.example.com", { secret: "s".repeat(32), keys: [] });
    const open = async (key: string) => (await files.get(key))?.body;
    const store = submissionStore(db);
    const sync = {
      submissions: store,
      links,
      open,
      board: fixture.board(parts && { parts }),
      log,
      now,
      clips: async () => [],
      folder: async () => undefined,
      details: async () => undefined,
      areComing: () => false,
    };
    return {
      ...noopRunContext,
      rows: jobRows(db, now),
      findHandler: (type) =>
        type === "sync-board" ? syncBoard({ ...sync, ...deps }) : emptyHandler,
      log,
      onFailed: async (_, error) => void alerts.push(error),
      now,
      random: () => 0.5,
    };
  }

  return {
    fixture,
    now,
    alerts,
    context,
    /** Restores the initial state. */
    reset: async () => {
      clock = new Date("2026-11-21T12:00:00Z");
      fixture.calls.length = 0;
      fixture.events.length = 0;
      alerts.length = 0;
      const tables = ["items", "replies", "updates", "files", "removed_columns"];
      await sandboxDb.batch(tables.map((name) => sandboxDb.prepare(`DELETE FROM monday_${name}`)));
      await setFault(sandboxDb, "monday", { mode: "none" });
      await db.batch([db.delete(jobs), db.delete(boardParts)]);
    },
    /** Records a new submission with its board job. */
    recorded: async (form: object = {}) => {
      serial += 1;
      const submission = `S${serial}`;
      const sync = `01SYNC${String(serial).padStart(20, "0")}`;
      await recordSubmission(fixture, submission, { "sync-board": sync }, clock, form);
      return { submission, sync };
    },
    /** Makes a submission old enough that the board is searched for what it may have. */
    age: async (submission: string) => {
      const createdAt = new Date(clock.getTime() - 3_600_000).toISOString();
      await db.update(submissions).set({ createdAt }).where(eq(submissions.id, submission));
    },
    /** Changes the form of a submission. */
    reword: async (submission: string, form: object) => {
      const record = await findSubmission(db, submission);
      const formData = JSON.stringify({ ...record?.form, ...form });
      await db.update(submissions).set({ formData }).where(eq(submissions.id, submission));
    },
    run: (job: string, parts: Parts = {}) => runJob(context(parts), job),
    /** Runs a finished job once more, as staff do. */
    again: async (job: string, parts: Parts = {}) => {
      await db
        .update(jobs)
        .set({ state: "waiting", attempts: 0, leaseUntil: null, dueAt: null })
        .where(eq(jobs.id, job));
      return runJob(context(parts), job);
    },
    fails: (mode: FaultMode, call = "any", times = 1) =>
      setFault(sandboxDb, "monday", { mode, times, call }),
    removed: (...ids: string[]) => removeColumns(sandboxDb, ids),
    later: (seconds: number) => {
      clock = new Date(clock.getTime() + seconds * 1000);
    },
    items: () => allItems(sandboxDb),
    updates: () => updatesOf(sandboxDb),
    files: () => filesOf(sandboxDb),
    job: async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0],
    storedItem: async (id: string) => (await findSubmission(db, id))?.boardItemId,
    close: () => fixture.close(),
  };
}
export type BoardJobFixture = Awaited<ReturnType<typeof createBoardJobFixture>>;

/** A submission and its board job. */
interface RecordedJob {
  submission: string;
  sync: string;
}

/** Expects one item with one update, whose id the submission has, and a finished job. */
export async function expectOneItem(
  board: BoardJobFixture,
  { submission, sync }: RecordedJob,
): Promise<void> {
  const [item, ...otherItems] = await board.items();
  expect(otherItems).toEqual([]);
  expect(await board.storedItem(submission)).toBe(item?.id);
  const updates = await board.updates();
  expect(updates.map(({ item_id }) => item_id)).toEqual([item?.id]);
  expect(await board.job(sync)).toMatchObject({ state: "done", lastError: null });
}

/** Adds another board job of a submission, as after its clips are cut. */
export async function addBoardJob(
  board: BoardJobFixture,
  { submission }: Pick<RecordedJob, "submission">,
): Promise<string> {
  const id = `01C11PS${submission.padStart(19, "0")}`.replace(/S(?=\d+$)/, "0");
  const createdAt = new Date("2026-11-21T12:00:00Z");
  const job = {
    id,
    type: "sync-board" as const,
    submissionId: submission,
    subject: "clips",
    at: createdAt,
  };
  await insertJob(board.fixture.db, job);
  return id;
}
