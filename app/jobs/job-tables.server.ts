import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** The outbox of background work: written in the same batch as the submission it belongs to. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    /** Null for work that belongs to no submission, such as the mail with a sign-in link. */
    submissionId: text("submission_id"),
    /** What of the submission it is about, where a submission has several such jobs; else empty. */
    subject: text("subject").notNull().default(""),
    /** The request that asked for it; log lines of the job carry it on. */
    requestId: text("request_id"),
    /** waiting, running, done or failed. */
    state: text("state").notNull().default("waiting"),
    /** Attempts of this round, the running one included. */
    attempts: integer("attempts").notNull().default(0),
    /** How often it went on in a new message, because it had come further. */
    rounds: integer("rounds").notNull().default(0),
    lastError: text("last_error"),
    /** Not to be run before; null: at once. */
    dueAt: text("due_at"),
    leaseUntil: text("lease_until"),
    /** Names the worker that holds it: what another writes meanwhile does not count. */
    leaseToken: text("lease_token"),
    createdAt: text("created_at").notNull(),
    updatedAt: text("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("jobs_one_per_subject").on(table.submissionId, table.type, table.subject),
    index("jobs_by_state").on(table.state, table.updatedAt),
  ],
);

/** What became of each attempt at a job: its story, the latest entries of it. */
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
    /** In words, for staff. */
    detail: text("detail"),
    /** Milliseconds the attempt took. */
    ms: integer("ms"),
    /** Milliseconds its message spent in the queue. */
    queuedMs: integer("queued_ms"),
    /** When the attempt began. */
    at: text("at").notNull(),
    /** Who of the label asked for it: id and name as they were then; null for what machines do. */
    staffId: text("staff_id"),
    staffName: text("staff_name"),
  },
  (table) => [index("job_events_by_job").on(table.jobId)],
);

/** Messages that the queue has given up, or that nobody could read. */
export const deadLetters = sqliteTable(
  "dead_letters",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The job it was about, where it could be read. */
    jobId: text("job_id"),
    /** What was in it, cut to what is kept. */
    body: text("body").notNull(),
    reason: text("reason").notNull(),
    at: text("at").notNull(),
  },
  (table) => [index("dead_letters_by_time").on(table.at)],
);

/** When each part of the sweep ran last: some have their time, and none runs twice at once. */
export const sweepRuns = sqliteTable("sweep_runs", {
  part: text("part").primaryKey(),
  at: text("at").notNull(),
});
