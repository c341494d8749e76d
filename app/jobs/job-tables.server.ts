import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Outbox of background work, written in the batch of its cause. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** Null for work without a submission, such as a sign-in mail. */
    submissionId: text("submission_id"),
    /** Distinguishes several jobs of one type; else empty. */
    subject: text("subject").notNull().default(""),
    requestId: text("request_id"),
    /** waiting, running, done or failed. */
    state: text("state").notNull().default("waiting"),
    /** Including the running one. */
    attempts: integer("attempts").notNull().default(0),
    /** Count of continuations in a new message. */
    rounds: integer("rounds").notNull().default(0),
    lastError: text("last_error"),
    /** Not before; null: at once. */
    dueAt: text("due_at"),
    leaseUntil: text("lease_until"),
    /** Identifies the claim; writes of other workers are ignored. */
    leaseToken: text("lease_token"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_one_per_subject").on(table.submissionId, table.type, table.subject),
    index("jobs_by_state").on(table.state, table.updatedAt),
    // They go after 90 days, unlike the others.
    index("jobs_without_submission").on(table.updatedAt).where(sql`${table.submissionId} IS NULL`),
  ],
);

export const jobEvents = sqliteTable(
  "job_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    jobId: text("job_id").notNull(),
    attempt: integer("attempt").notNull(),
    /** done, retry, again, failed, lost, worker-gone, dead or run-again. */
    outcome: text("outcome").notNull(),
    /** A code, as in the log. */
    reason: text("reason"),
    detail: text("detail"),
    /** Duration in milliseconds. */
    ms: integer("ms"),
    /** Milliseconds in the queue. */
    queuedMs: integer("queued_ms"),
    at: text("at").notNull(),
    /** Staff who requested it, with the name at that time; null for automatic ones. */
    staffId: text("staff_id"),
    staffName: text("staff_name"),
  },
  (table) => [index("job_events_by_job").on(table.jobId)],
);

/** Messages that the queue gave up, or that could not be read. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    jobId: text("job_id"),
    body: text("body").notNull(),
    reason: text("reason").notNull(),
    at: text("at").notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.at)],
);

export const sweepRuns = sqliteTable("sweep_runs", {
  part: text("part").primaryKey(),
  at: text("at").notNull(),
});

/** Copies of everything into the backup bucket: one row for each, with how far it is. */
export const backupRuns = sqliteTable("backup_runs", {
  id: text("id").primaryKey(),
  /** JSON; how far the copy is. */
  progress: text("progress").notNull(),
  /** Until then one sweep works on it, and no other. */
  leaseUntil: text("lease_until").notNull(),
  finishedAt: text("finished_at"),
  createdAt: text("created_at").notNull(),
});

/** The restoration of a backup into this installation: one row, or none. */
export const restorations = sqliteTable("restorations", {
  /** Always 1: of two at once the second is refused. */
  id: integer("id").primaryKey(),
  /** The id of the snapshot that is restored. */
  snapshot: text("snapshot").notNull(),
  /** What is done next: rows, files, verify or nothing. */
  phase: text("phase", { enum: ["rows", "files", "verify", "done"] }).notNull(),
  /** JSON; the triggers that rest while rows go in. */
  triggers: text("triggers").notNull(),
  /** Until then one command works on it, and no other. */
  leaseUntil: text("lease_until").notNull(),
  startedAt: text("started_at").notNull(),
  /** When a comparison found no difference, or the site was opened in spite of some. */
  openedAt: text("opened_at"),
});

/**
 * What migrations leave to the sweep: values of rows that were there before. Those of new rows come from
 * the code and from triggers.
 */
export const backfills = sqliteTable("backfills", {
  name: text("name").primaryKey(),
  /** The key of the last row that is done. */
  cursor: text("cursor").notNull().default(""),
  /** When the migration ran. */
  createdAt: text("created_at").notNull(),
  finishedAt: text("finished_at"),
});
