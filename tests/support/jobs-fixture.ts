import { eq } from "drizzle-orm";
import type { BoardStatus } from "~/domain/submission/record/board-status.server";
import { drafts, submissions } from "~/domain/submission/submission-tables.server";
import { r2Backend } from "~/domain/uploads/receiving/storage-backends.server";
import { insertJob } from "~/jobs/job-store.server";
import { deadLetters, jobEvents, jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import type { LogEvent, LogFields } from "~/observability/log";
import { openDatabase } from "~/platform/database.server";
import type { JobHandler } from "../../workers/jobs/job-kind";
import { jobRows } from "../../workers/jobs/job-rows";
import type { RunContext } from "../../workers/jobs/run-job";
import type { SweepActions } from "../../workers/jobs/sweep/sweep-deps";
import { batchedDatabase, DATABASE_WORKER_SCRIPT } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { noopRunContext } from "./noop-run-context";
import { receivingDeps } from "./receiving-deps";
import { SteadyMiniflare } from "./steady-runtime";
import { submissionRow } from "./submission-row";

/** The board's answer in which these statuses are new. */
export const newsOf = (
  statuses: readonly BoardStatus[],
  until?: Date,
): Awaited<ReturnType<SweepActions["boardNews"]>> => ({
  statuses: statuses.map((status) => ({ updatedAt: new Date(0), isRefused: false, ...status })),
  until,
});

/** Actions of a sweep that do nothing. */
export const noopSweepActions: SweepActions = {
  warn: async () => undefined,
  boardNews: async () => ({ statuses: [], until: undefined }),
  statusMail: () => Promise.reject(new Error("Nobody is to be told.")),
  accountPart: async () => ({ jobIds: [], statements: [] }),
  sendJobs: async () => undefined,
  alertOverdue: async () => undefined,
  notifyIncident: async () => undefined,
  watch: {
    names: [],
    errorsPerHour: 30,
    databaseMb: 8_000,
    filesGb: 500,
    bucketGb: 5_000,
    backupHours: 0,
    mailIsLive: false,
    listExpiries: async () => [],
  },
  remind: async () => undefined,
  withdrawAgreements: async () => 0,
  sendWaitingMails: async () => 0,
  deletions: {
    removeExternalCopies: async () => [],
    deleteLink: async () => undefined,
    cancelAgreements: async () => [],
    recordDeletion: async () => undefined,
    notifyDeleted: async () => undefined,
  },
  stores: {},
  archive: {
    store: { read: async () => undefined, write: async () => true },
    afterDays: 0,
  },
  backup: undefined,
  thirdParties: {},
  pingHeartbeat: async () => undefined,
  onRecovered: {},
};

/** The id of the nth job of a test. */
export const jobId = (n: number) => `01J0B${String(n).padStart(21, "0")}`;

/** The jobs table over a real D1 database in memory, with a manual clock. */
export async function createJobsFixture() {
  const miniflare = new SteadyMiniflare({
    modules: true,
    script: DATABASE_WORKER_SCRIPT,
    d1Databases: ["DB"],
    r2Buckets: ["FILES"],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  const db = openDatabase(binding);
  const files = (await miniflare.getR2Bucket("FILES")) as unknown as R2Bucket;
  const clock = { now: new Date("2026-11-21T12:00:00Z") };
  const now = () => clock.now;
  const lines: [LogEvent, LogFields | undefined][] = [];
  const log = (_: unknown, event: LogEvent, fields?: LogFields) => void lines.push([event, fields]);
  const sentMessages: { jobId: string; delaySeconds: number }[] = [];
  const queue = {
    sendBatch: async (messages: Iterable<MessageSendRequest<{ jobId: string }>>) => {
      for (const { body, delaySeconds = 0 } of messages)
        sentMessages.push({ jobId: body.jobId, delaySeconds });
      return { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };
    },
  };
  return {
    db,
    files,
    calls: noopSweepActions,
    release: "jobs-test",
    onDeadLetter: async () => {},
    uploads: receivingDeps(db, r2Backend(files, "a secret of these tests")),
    now,
    log,
    lines,
    events: () => lines.map(([event]) => event),
    queue,
    sent: sentMessages,
    later: (seconds: number) => {
      clock.now = new Date(clock.now.getTime() + seconds * 1000);
    },
    /** Restores the initial state. */
    reset: async () => {
      clock.now = new Date("2026-11-21T12:00:00Z");
      lines.length = 0;
      sentMessages.length = 0;
      for (const table of [jobs, jobEvents, deadLetters, submissions, drafts])
        await db.delete(table);
    },
    /** Adds a job, by default of the submission S. */
    addJob: async (id: string, type: JobType = "sync-board", submissionId = "S") => {
      await insertSubmission(db, submissionId, now());
      await insertJob(db, { id, type, submissionId, subject: id, requestId: "R", at: now() });
    },
    /** A context that runs every job with this handler. */
    context: (run: JobHandler["run"]): RunContext => ({
      ...noopRunContext,
      rows: jobRows(db, now),
      findHandler: () => ({ run }),
      log,
      now,
      random: () => 0.5,
    }),
    job: async (id: string) => (await db.select().from(jobs).where(eq(jobs.id, id)))[0],
    close: () => miniflare.dispose(),
  };
}
export type JobsFixture = Awaited<ReturnType<typeof createJobsFixture>>;

/** Inserts an empty submission, unless it exists. */
async function insertSubmission(db: JobsFixture["db"], id: string, createdAt: Date): Promise<void> {
  const row = submissionRow({
    id,
    draftId: `draft-${id}`,
    reference: `REF-${id}`,
    releaseTitle: "Engine",
    boardItemId: `item-${id}`,
    statusHistory: JSON.stringify([{ status: "pending", at: createdAt.toISOString() }]),
    replyDueAt: "2026-12-08T00:00:00.000Z",
    createdAt: createdAt.toISOString(),
  });
  await db.insert(submissions).values(row).onConflictDoNothing();
}
