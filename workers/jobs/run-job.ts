import * as v from "valibot";
import { type Log, reasonOf } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import { MAX_ATTEMPTS } from "~/platform/jobs/job-store.server";
import { type JobType, jobTypes } from "~/platform/jobs/message";

/** What came of a delivery. */
export type Outcome =
  | { kind: "done"; reason?: string }
  | { kind: "retry"; delaySeconds: number; reason: string }
  | { kind: "failed"; reason: string }
  /** Done before, or another worker holds it. */
  | { kind: "skipped" };

/**
 * What a job says of its work. `reason` goes into log lines: codes, never personal data.
 * `detail` goes to the job's row, where staff read it.
 */
export type WorkResult =
  | { kind: "done"; reason?: string }
  | { kind: "retry"; reason: string; detail?: string; afterSeconds?: number }
  | { kind: "failed"; reason: string; detail?: string }
  | { kind: "again"; reason: string };

/** What a job is about; see the jobs table. */
export interface JobTopic {
  jobId: string;
  submissionId: string | null;
  subject: string;
}

/** One kind of work. It may run more than once for the same topic. */
export interface JobHandler {
  run(topic: JobTopic): Promise<WorkResult>;
}

/** A claimed job; `attempts` counts this one. */
export interface ClaimedJob {
  id: string;
  type: string;
  submissionId: string | null;
  subject: string;
  attempts: number;
}

/** The rows of the jobs table, as far as running a job needs them. */
export interface JobRows {
  claim(id: string): Promise<ClaimedJob | undefined>;
  finish(id: string): Promise<void>;
  /** @param due when the job may run again; the sweep leaves it alone until then. */
  release(id: string, error: string, due: Date): Promise<void>;
  fail(id: string, error: string): Promise<void>;
}

export interface RunContext {
  rows: JobRows;
  handlers: Record<JobType, JobHandler>;
  log: Log;
  now: Clock;
  /** A number from 0 up to 1. */
  random: () => number;
}

const LONGEST_BACKOFF_SECONDS = 3_600;
/** Queues hold a message back for 12 hours at most. */
const LONGEST_DELAY_SECONDS = 43_200;
const JITTER = 0.2;

/**
 * Seconds until the next attempt: what the other side asks for, never less, or 10·2^attempt give
 * or take a fifth, so that jobs that failed together do not come back together.
 */
export function retryDelay(
  attempt: number,
  askedSeconds: number | undefined,
  random: () => number,
): number {
  if (askedSeconds !== undefined) {
    const seconds = Math.ceil(askedSeconds * (1 + JITTER * random()));
    return Math.min(Math.max(seconds, 1), LONGEST_DELAY_SECONDS);
  }
  const spread = 1 - JITTER + 2 * JITTER * random();
  return Math.round(Math.min(10 * 2 ** attempt * spread, LONGEST_BACKOFF_SECONDS));
}

/** An unforeseen error in words fit for a log line. */
function safeReason(error: unknown): string {
  // Messages of a failed parse or query quote the data; their causes do not.
  if (error instanceof Error && error.cause !== undefined) return safeReason(error.cause);
  return v.isValiError(error) ? error.name : reasonOf(error);
}

async function work(handlers: RunContext["handlers"], job: ClaimedJob): Promise<WorkResult> {
  const type = v.safeParse(v.picklist(jobTypes), job.type);
  if (!type.success) return { kind: "failed", reason: "unknown-job-type" };
  if (job.attempts > MAX_ATTEMPTS) return { kind: "failed", reason: "too-many-attempts" };
  try {
    return await handlers[type.output].run({
      jobId: job.id,
      submissionId: job.submissionId,
      subject: job.subject,
    });
  } catch (error) {
    return { kind: "retry", reason: safeReason(error) };
  }
}

function outcomeOf(result: WorkResult, attempt: number, random: () => number): Outcome {
  if (result.kind === "done") return result;
  const { kind, reason } = result;
  if (kind === "again") return { kind: "retry", reason, delaySeconds: 1 };
  if (kind === "failed" || attempt >= MAX_ATTEMPTS) return { kind: "failed", reason };
  const { afterSeconds } = result;
  return { kind: "retry", reason, delaySeconds: retryDelay(attempt, afterSeconds, random) };
}

/**
 * Runs a job that a message asked for: claims its row, does the work, and writes down and logs what
 * came of it. Redelivery is normal and harmless.
 * @throws when the database cannot be reached; the message is then to be delivered again.
 */
export async function runJob(context: RunContext, jobId: string): Promise<Outcome> {
  const { rows, handlers, log, now, random } = context;
  const started = now().getTime();
  const job = await rows.claim(jobId);
  if (!job) {
    log("info", "job.skipped", { jobId });
    return { kind: "skipped" };
  }
  const { id, submissionId, attempts: attempt } = job;
  const about = { jobId, jobType: job.type, submissionId: submissionId ?? undefined, attempt };
  log("info", "job.started", about);
  const result = await work(handlers, job);
  const outcome = outcomeOf(result, attempt, random);
  const error = "detail" in result && result.detail ? `${result.reason}: ${result.detail}` : "";
  const line = { ...about, ms: now().getTime() - started };
  switch (outcome.kind) {
    case "done":
      await rows.finish(id);
      log("info", "job.done", { ...line, reason: outcome.reason });
      break;
    case "retry": {
      const due = new Date(now().getTime() + outcome.delaySeconds * 1000);
      await rows.release(id, error || outcome.reason, due);
      log("warn", "job.retry", { ...line, reason: outcome.reason });
      break;
    }
    case "failed":
      await rows.fail(id, error || outcome.reason);
      log("error", "job.failed", { ...line, reason: outcome.reason });
      break;
    case "skipped":
      break;
    default: {
      const unknown: never = outcome;
      throw new Error(`Unknown outcome ${JSON.stringify(unknown)}`);
    }
  }
  return outcome;
}
