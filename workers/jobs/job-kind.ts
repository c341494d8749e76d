import type { ReadFontFile } from "~/domain/artists/agreement/script-fonts.server";
import type { JobPayload, JobType } from "~/jobs/job-types";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services/services.server";
import type { FollowUpDeps } from "./follow-up";

/**
 * The result of a job's work. `reason` is a code for log lines, never personal data; `detail` goes
 * to the job's row, where staff read it.
 */
export type WorkResult =
  | { kind: "done"; reason?: string }
  | { kind: "retry"; reason: string; detail?: string; afterSeconds?: number }
  /**
   * A part is done; the job goes on in a new message, with its attempts reset. With `afterSeconds` it waits for
   * another job to bring something, and the sweep sends it where none does.
   */
  | { kind: "again"; reason: string; afterSeconds?: number }
  | { kind: "failed"; reason: string; detail?: string };

/** A job's row; `attempts` counts the running one. */
export interface JobContext {
  id: string;
  type: string;
  submissionId: string | null;
  subject: string;
  requestId: string | null;
  state: string;
  attempts: number;
  rounds: number;
}

interface JobLease {
  jobId: string;
  /**
   * Extends this worker's lease of two minutes. Call it between the steps of long work, as often as
   * convenient: it writes only when that is due.
   * @throws LeaseLostError when another worker has taken the job over; this one's result is dropped.
   */
  renew: () => Promise<void>;
}

/** The subject of a job of one kind, parsed, with its lease. */
export type JobSubject<T extends JobType> = JobLease & JobPayload<T>;

/** The subject of a job as its row stores it, not yet checked for its kind. */
export type StoredJobSubject = JobLease & { submissionId: string | null; subject: string };

/** Thrown where another worker has taken the job over. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The job is held by another worker.");
  }
}

/** The work of a kind with its dependencies. It may run more than once for the same topic. */
export interface JobHandler<Topic = StoredJobSubject> {
  run(topic: Topic): Promise<WorkResult>;
}

/** The services, the compiled converter of social clips, and the fonts of further scripts. */
export type JobDeps = Services & { converter: WebAssembly.Module; readFontFile: ReadFontFile };

/** What is available when a job is given up, even while settings are invalid. */
export interface DeadLetterContext {
  stores: FollowUpDeps;
  /** Records the failure for the page of errors, once. Never throws. */
  recordFailure: () => Promise<void>;
  /** Mails staff that the job has failed, once. Never throws. */
  notifyStaff: () => Promise<void>;
}

/** A kind of job; `jobKinds` lists them. */
export interface JobKind<T extends JobType = JobType> {
  type: T;
  /**
   * Whether it holds files in memory or computes for seconds: such jobs run one at a time, and few in
   * a batch.
   */
  heavy: boolean;
  run(topic: JobSubject<T>, deps: JobDeps): Promise<WorkResult>;
  /**
   * The types of jobs of the same submission that follow a result. They are recorded before the
   * result is, so a worker that stops in between may record them twice; they must allow that.
   */
  after?(result: WorkResult, submissionId: string, db: Database): Promise<readonly JobType[]>;
  /**
   * Called when a job has failed for good or the queue has given up its message. Where it throws,
   * the message is delivered once more and it is called again.
   */
  onDeadLetter(job: JobContext, context: DeadLetterContext): Promise<void>;
}
