import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listMails } from "~/domain/mail/read-outbox.server";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import { partStore } from "~/integrations/board/board-parts.server";
import { boardParts } from "~/integrations/board/board-tables.server";
import { signedFileLink } from "~/integrations/board/file-links.server";
import { SMTP_TIMEOUTS } from "~/integrations/mail/smtp.server";
import { jobs } from "~/jobs/job-tables.server";
import { randomIds } from "~/platform/ids";
import { confirmByMail } from "../../../workers/jobs/confirm-by-mail";
import { deadLetterJob } from "../../../workers/jobs/dead-letter";
import type { JobHandler } from "../../../workers/jobs/job-kind";
import { jobRows } from "../../../workers/jobs/job-rows";
import { type RunContext, runJob } from "../../../workers/jobs/run-job";
import { sendMail } from "../../../workers/jobs/send-mail";
import { sweep } from "../../../workers/jobs/sweep";
import { submissionStore, syncBoard } from "../../../workers/jobs/sync-board";
import { type Failure, setFailure } from "../../../workers/sandbox/monday-failures";
import { allItems, createMondayTables } from "../../../workers/sandbox/monday-store";
import {
  type BoardFixture,
  createBoardFixture,
  recordSubmission,
} from "../../support/board-fixture";
import { noopSweepActions } from "../../support/jobs-fixture";
import { permissiveMailRules } from "../../support/mail-fixture";
import { noopRunContext } from "../../support/noop-run-context";

let fixture: BoardFixture;
let clock = new Date("2026-11-21T12:00:00Z");
let serial = 0;

beforeAll(async () => {
  fixture = await createBoardFixture(() => clock);
  await createMondayTables(fixture.sandboxDb);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  clock = new Date("2026-11-21T12:00:00Z");
  fixture.calls.length = 0;
  fixture.events.length = 0;
  await fixture.sandboxDb.exec("DELETE FROM monday_items");
  await fixture.sandboxDb.exec("DELETE FROM monday_replies");
  await fixture.sandboxDb.exec("DELETE FROM monday_failures");
  await fixture.db.delete(jobs);
  await fixture.db.delete(boardParts);
});

function context(board: "sandbox" | "off" = "sandbox"): RunContext {
  const { db, columns, log, send } = fixture;
  const now = () => clock;
  const submissions = submissionStore(db);
  const links = signedFileLink("https://submit.example.com", { secret: "s".repeat(32), keys: [] });
  const client = { send, token: "sandbox", now };
  const connection = board === "off" ? { state: board } : { state: board, client, boardId: "1" };
  const brand = { name: "Mahogany", supportEmail: "support@mahogany.example" };
  const parts = partStore(db);
  const handlers: Record<string, JobHandler> = {
    "sync-board": syncBoard({
      submissions,
      parts,
      board: { connection, columns },
      links,
      clips: async () => [],
      folder: async () => undefined,
      details: async () => undefined,
      open: async () => undefined,
      pipe: () => new TransformStream(),
      log,
      now,
    }),
    "confirm-by-mail": confirmByMail({
      db,
      ids: randomIds,
      brand,
      rules: permissiveMailRules,
      sendJobs: async () => {},
      log,
      now,
    }),
    "send-mail": sendMail({
      db,
      documents: { read: async () => undefined },
      mail: { state: "off" },
      rules: permissiveMailRules,
      log,
      now,
      timeouts: SMTP_TIMEOUTS,
    }),
  };
  return {
    ...noopRunContext,
    rows: jobRows(db, now),
    findHandler: (type) => handlers[type],
    log,
    now,
    random: () => 0.5,
  };
}

async function recordSubmissionJobs() {
  serial += 1;
  const submission = `S${serial}`;
  const sync = `01SYNC${String(serial).padStart(20, "0")}`;
  const mail = `01MA1X${String(serial).padStart(20, "0")}`;
  await recordSubmission(fixture, submission, { "sync-board": sync, "confirm-by-mail": mail });
  return { submission, sync, mail };
}

const fails = (mode: Failure["mode"], operation: Failure["operation"] = "any", times = 1) =>
  setFailure(fixture.sandboxDb, { mode, times, operation });
const items = () => allItems(fixture.sandboxDb);
const advanceClock = (seconds: number) => {
  clock = new Date(clock.getTime() + seconds * 1000);
};
async function jobRow(id: string) {
  const [row] = await fixture.db.select().from(jobs).where(eq(jobs.id, id));
  return row;
}

test("a submission becomes one item, whose columns the board accepts", async () => {
  const { submission, sync } = await recordSubmissionJobs();
  expect(await runJob(context(), sync)).toEqual({ kind: "done", reason: "created" });
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect(item?.name).toBe("Ada - Engine");
  expect(item?.column_values).toMatchObject({
    email: { email: "ada@example.com", text: "ada@example.com" },
    country: { countryCode: "GB", countryName: "United Kingdom" },
    release_type: { label: "EP" },
    release_date: { date: "2027-05-01" },
    publishing_interest: { checked: "true" },
    submission_id: submission,
  });
  const files = JSON.stringify(item?.column_values.audio_files);
  expect(files).toContain("https://submit.example.com/files/u2/two%202.wav?issued=");
  expect((await findSubmission(fixture.db, submission))?.boardItemId).toBe(item?.id);
  expect((await jobRow(sync))?.state).toBe("done");
  expect(fixture.events).toContain("board.item-created");
});

test("a message delivered twice at once, and once more later, leaves one item", async () => {
  const { sync } = await recordSubmissionJobs();
  const outcomes = await Promise.all([runJob(context(), sync), runJob(context(), sync)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["done", "skipped"]);
  expect(await runJob(context(), sync)).toEqual({ kind: "skipped" });
  expect(await items()).toHaveLength(1);
});

test("an item whose creation was answered with an error is found, not made again", async () => {
  const { submission, sync } = await recordSubmissionJobs();
  await fails("partial", "mutation");
  expect(await runJob(context(), sync)).toMatchObject({ kind: "retry" });
  // Past the half hour for which the board remembers the idempotency key.
  advanceClock(45 * 60);
  expect(await runJob(context(), sync)).toEqual({ kind: "done", reason: "found" });
  const [item, ...others] = await items();
  expect(others).toEqual([]);
  expect((await findSubmission(fixture.db, submission))?.boardItemId).toBe(item?.id);
});

test("a job whose worker has gone is taken over once its lease has run out", async () => {
  const { sync } = await recordSubmissionJobs();
  await jobRows(fixture.db, () => clock).claim(sync);
  expect(await runJob(context(), sync)).toEqual({ kind: "skipped" });
  advanceClock(121);
  expect(await runJob(context(), sync)).toMatchObject({ kind: "done" });
  expect(await jobRow(sync)).toMatchObject({ state: "done", attempts: 2 });
});

test.each([
  ["http-500", 20],
  ["rate-limit", 3],
  ["complexity", 3],
  ["flat-complexity", 3],
] as const)("after %s the job waits %d seconds and then succeeds", async (mode, delaySeconds) => {
  const { sync } = await recordSubmissionJobs();
  await fails(mode);
  expect(await runJob(context(), sync)).toMatchObject({ kind: "retry", delaySeconds });
  expect(await jobRow(sync)).toMatchObject({ state: "waiting", attempts: 1 });
  advanceClock(delaySeconds);
  expect(await runJob(context(), sync)).toMatchObject({ kind: "done" });
  expect(await items()).toHaveLength(1);
});

test("a refused token fails the job at once, with the board's words on the row", async () => {
  const { sync } = await recordSubmissionJobs();
  await fails("unauthorized");
  expect(await runJob(context(), sync)).toEqual({ kind: "failed", reason: "NOT_AUTHENTICATED" });
  expect(await jobRow(sync)).toMatchObject({
    state: "failed",
    lastError: expect.stringContaining("Set MONDAY_TOKEN"),
  });
});

test("a column the board does not have fails the job and names the reason", async () => {
  const { sync } = await recordSubmissionJobs();
  await fixture.config.put("board-columns", '{"city":{"id":"town"}}');
  expect(await runJob(context(), sync)).toMatchObject({ reason: "InvalidColumnIdException" });
  await fixture.config.delete("board-columns");
  expect(await items()).toEqual([]);
});

test("an unreadable column map is reported and the default map used", async () => {
  const { sync } = await recordSubmissionJobs();
  await fixture.config.put("board-columns", "{broken");
  expect(await runJob(context(), sync)).toMatchObject({ kind: "done" });
  await fixture.config.delete("board-columns");
  expect(fixture.events).toContain("config.unreadable");
});

test("without a board the job is done and nothing is called", async () => {
  const { sync } = await recordSubmissionJobs();
  expect(await runJob(context("off"), sync)).toEqual({ kind: "done", reason: "board-off" });
  expect(fixture.calls).toEqual([]);
});

test("the artist's confirmation is written once, however often the job runs", async () => {
  const { submission, mail } = await recordSubmissionJobs();
  expect(await runJob(context(), mail)).toMatchObject({ kind: "done" });
  await fixture.db.update(jobs).set({ state: "waiting" });
  expect(await runJob(context(), mail)).toEqual({ kind: "done", reason: "known" });
  const ownMails = (await listMails(fixture.db)).filter(
    ({ dedupeKey }) => dedupeKey === `confirmation:${submission}`,
  );
  expect(ownMails).toHaveLength(1);
  expect(ownMails[0]).toMatchObject({ recipient: "ada@example.com", state: "waiting" });
  expect(ownMails[0]?.text).toContain("Reply due by: December 8, 2026");
});

test("the sweep sends what nobody holds, and leaves alone what waits for its time", async () => {
  const { sync, mail } = await recordSubmissionJobs();
  await fails("http-500");
  advanceClock(70);
  await runJob(context(), sync);
  const sentIds: string[] = [];
  const queue = {
    sendBatch: async (messages: Iterable<{ body: { jobId: string } }>) => {
      for (const { body } of messages) sentIds.push(body.jobId);
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  const { db, uploads, log } = fixture;
  const calls = noopSweepActions;
  const deps = { db, uploads, queue, log, now: () => clock, calls, release: null };
  expect(await sweep(deps)).toBe(1);
  expect(sentIds).toEqual([mail]);
  advanceClock(90);
  await sweep(deps);
  expect(sentIds).toContain(sync);
});

test("a dead letter ends its job and keeps the last error", async () => {
  const { sync } = await recordSubmissionJobs();
  await fails("http-500");
  await runJob(context(), sync);
  const { db, log } = fixture;
  await deadLetterJob({ db, log, now: () => clock, onDeadLetter: async () => {} }, sync);
  const { state, lastError } = (await jobRow(sync)) ?? {};
  expect(state).toBe("failed");
  expect(lastError).toContain("500");
  expect(fixture.events).toContain("message.dead");
});
