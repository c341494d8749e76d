import * as v from "valibot";
import {
  type AttemptOutcome,
  type JobAttempt,
  MAX_ATTEMPTS,
  MAX_ROUNDS,
} from "~/jobs/job-claims.server";
import { errorReason, type Log, type LogFields } from "~/observability/log";
import type { Clock } from "~/platform/clock";
import { type JobContext, type JobHandler, LeaseLostError, type WorkResult } from "./job-kind";
import { retryDelay } from "./retry-delay";

/** The outcome of a delivery. */
export type Outcome =
  | { kind: "done"; reason?: string }
  | { kind: "retry"; delaySeconds: number; reason: string }
  | { kind: "again"; reason: string; delaySeconds?: number | undefined }
  | { kind: "failed"; reason: string }
  /** Done before, not due yet, or another worker holds it. */
  | { kind: "skipped" }
  /** Another worker took it over meanwhile; this one's result is not recorded. */
  | { kind: "lost" };

export interface ClaimedJob extends JobContext {
  /** Whether another worker claimed it and its lease ran out. */
  takenOver: boolean;
  /** Extends the lease when that is due. @returns false when it is lost. */
  renew(): Promise<boolean>;
  /** Records how the attempt ended, unless the lease was lost. */
  finish(
    attemptOutcome: AttemptOutcome,
    attempt: JobAttempt,
  ): Promise<{ written: boolean; open: number }>;
}

/** The rows of the jobs table, as far as running a job needs them. */
export interface JobRows {
  claim(id: string): Promise<ClaimedJob | undefined>;
  find(id: string): Promise<JobContext | undefined>;
  /** Adds an attempt to the history of a job that another worker has claimed. */
  recordAttempt(id: string, attempt: JobAttempt): Promise<void>;
}

export interface RunContext {
  rows: JobRows;
  /** The work of a type; undefined where there is none. */
  findHandler: (type: string) => JobHandler | undefined;
  log: Log;
  /** Puts these fields on every line of `log` from now on, those of the handler included. */
  bindLog: (fields: LogFields) => void;
  /** Called before a job runs whose former worker's lease ran out. Never throws. */
  onTakenOver: (job: JobContext) => Promise<void>;
  /** Called when a job has failed for good, with the error on its row. Never throws. */
  onFailed: (job: JobContext, error: string) => Promise<void>;
  now: Clock;
  /** A number from 0 up to 1. */
  random: () => number;
}

/** The reason of an unexpected error, without personal data. */
function safeReason(error: unknown): string {
  // Messages of a failed parse or query quote the data; their causes do not.
  if (error instanceof Error && error.cause !== undefined) return safeReason(error.cause);
  return v.isValiError(error) ? error.name : errorReason(error);
}

async function runHandler(
  handler: JobHandler | undefined,
  job: ClaimedJob,
): Promise<WorkResult | "lost"> {
  if (!handler) return { kind: "failed", reason: "unknown-job-type" };
  if (job.attempts > MAX_ATTEMPTS) return { kind: "failed", reason: "too-many-attempts" };
  if (job.rounds > MAX_ROUNDS) return { kind: "failed", reason: "too-many-rounds" };
  const renew = async () => {
    if (!(await job.renew())) throw new LeaseLostError();
  };
  const { id: jobId, submissionId, subject } = job;
  try {
    return await handler.run({ jobId, submissionId, subject, renew });
  } catch (error) {
    if (error instanceof LeaseLostError) return "lost";
    return { kind: "retry", reason: safeReason(error) };
  }
}

function toOutcome(result: WorkResult, attempt: number, random: () => number): Outcome {
  if (result.kind === "done") return result;
  if (result.kind === "again") {
    const { reason, afterSeconds: delaySeconds } = result;
    return { kind: "again", reason, ...(delaySeconds && { delaySeconds }) };
  }
  const { kind, reason } = result;
  if (kind === "failed" || attempt >= MAX_ATTEMPTS) return { kind: "failed", reason };
  const { afterSeconds } = result;
  return { kind: "retry", reason, delaySeconds: retryDelay(attempt, afterSeconds, random) };
}

/** Undefined: at once. */
const dueAfter = (delaySeconds = 0, now: Date) =>
  delaySeconds > 0 ? new Date(now.getTime() + delaySeconds * 1000) : undefined;

function toAttemptOutcome(outcome: Outcome, error: string, now: Date): AttemptOutcome | undefined {
  switch (outcome.kind) {
    case "done":
      return { state: "done" };
    case "failed":
      return { state: "failed", error };
    case "again":
      return { state: "waiting", further: true, due: dueAfter(outcome.delaySeconds, now) };
    case "retry": {
      return { state: "waiting", error, due: dueAfter(outcome.delaySeconds, now) };
    }
    case "skipped":
    case "lost":
      return undefined;
    default: {
      const unknown: never = outcome;
      throw new Error(`Unknown outcome ${JSON.stringify(unknown)}`);
    }
  }
}

const levels = { done: "info", retry: "warn", again: "info", failed: "error" } as const;

/**
 * Runs the job of a message: claims its row, runs its handler, records and logs the outcome.
 * Redelivery is normal and harmless.
 * @param queuedMs how long the message was in the queue.
 * @throws when the database cannot be reached; the message is then to be delivered again.
 */
export async function runJob(
  context: RunContext,
  jobId: string,
  queuedMs?: number,
): Promise<Outcome> {
  const { rows, findHandler, log, now, random } = context;
  const startedAt = now();
  const job = await rows.claim(jobId);
  if (!job) return skip(context, jobId);
  const logFields = toLogFields(job);
  context.bindLog(logFields);
  const takeoverReason = job.takenOver ? "worker-gone" : undefined;
  log(takeoverReason ? "warn" : "info", "job.started", {
    ...logFields,
    queuedMs,
    reason: takeoverReason,
  });
  // Before the work: if the work makes workers crash, this one reports nothing afterwards either.
  if (takeoverReason) await context.onTakenOver(job);
  const result = await runHandler(findHandler(job.type), job);
  const outcome: Outcome =
    result === "lost" ? { kind: "lost" } : toOutcome(result, job.attempts, random);
  const reason = "reason" in outcome ? outcome.reason : undefined;
  const detail = result !== "lost" && "detail" in result ? result.detail : undefined;
  const ms = now().getTime() - startedAt.getTime();
  const summary = { attempt: job.attempts, outcome: outcome.kind, reason, detail };
  const attempt = { ...summary, ms, queuedMs, startedAt: startedAt };
  const error = detail ? `${reason}: ${detail}` : (reason ?? "");
  const attemptOutcome = toAttemptOutcome(outcome, error, now());
  const { written, open } = attemptOutcome
    ? await job.finish(attemptOutcome, attempt)
    : { written: false, open: 1 };
  if (!written) {
    await rows.recordAttempt(jobId, { ...attempt, outcome: "lost" });
    log("warn", "job.lost", { ...logFields, ms, reason });
    return { kind: "lost" };
  }
  if (outcome.kind === "skipped" || outcome.kind === "lost") return outcome;
  const delaySeconds = "delaySeconds" in outcome ? outcome.delaySeconds : undefined;
  log(levels[outcome.kind], `job.${outcome.kind}`, { ...logFields, ms, reason, delaySeconds });
  if (outcome.kind === "failed") await context.onFailed(job, error);
  const { submissionId, requestId } = logFields;
  if (open === 0 && submissionId) log("info", "submission.settled", { requestId, submissionId });
  return outcome;
}

function toLogFields({ id, type, submissionId, requestId, attempts }: JobContext): LogFields {
  return {
    requestId: requestId ?? undefined,
    submissionId: submissionId ?? undefined,
    jobId: id,
    jobType: type,
    attempt: attempts,
  };
}

async function skip({ rows, log }: RunContext, jobId: string): Promise<Outcome> {
  const job = await rows.find(jobId);
  if (job) log("info", "job.skipped", { ...toLogFields(job), reason: job.state });
  else log("warn", "job.skipped", { jobId, reason: "unknown-job" });
  return { kind: "skipped" };
}
