import type { JobPayload, JobType } from "~/jobs/job-types";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services.server";
import type { FollowUpDeps } from "./follow-up";

/**
 * What a job says of its work. `reason` goes into log lines: codes, never personal data.
 * `detail` goes to the job's row, where staff read it.
 */
export type WorkResult =
  | { kind: "done"; reason?: string }
  | { kind: "retry"; reason: string; detail?: string; afterSeconds?: number }
  /** It has come further and goes on at once, in a new message; its attempts start anew. */
  | { kind: "again"; reason: string }
  | { kind: "failed"; reason: string; detail?: string };

/** What a job's row says of it; `attempts` counts the running one. */
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
   * Keeps the job for this worker; without it another takes it over after two minutes. To be called
   * between the steps of long work, as often as convenient: it writes only when it is time.
   * @throws LeaseLostError when another worker has it; whatever this one still says is dropped.
   */
  renew: () => Promise<void>;
}

/** What a job of a kind is about, and how it is kept. */
export type JobSubject<T extends JobType> = JobLease & JobPayload<T>;

/** The same as its row has it, which may say anything. */
export type StoredJobSubject = JobLease & { submissionId: string | null; subject: string };

/** Another worker has the job. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The job is held by another worker.");
  }
}

/** Work whose dependencies are at hand. It may run more than once for the same topic. */
export interface JobHandler<Topic = StoredJobSubject> {
  run(topic: Topic): Promise<WorkResult>;
}

/** What work is done with: the services, and the compiled converter of social clips. */
export type JobDeps = Services & { converter: WebAssembly.Module };

/** What is at hand when a job is given up; it works also while settings are unreadable. */
export interface DeadLetterContext {
  stores: FollowUpDeps;
  /** Notes by its cause that the job has failed, once. Never throws. */
  recordFailure: () => Promise<void>;
  /** Mails staff that the job has failed, once. Never throws. */
  notifyStaff: () => Promise<void>;
}

/** All there is to know of a kind of job; `jobKinds` lists them. */
export interface JobKind<T extends JobType = JobType> {
  type: T;
  /** Whether it holds files in memory: those run one at a time, and few in a batch. */
  heavy: boolean;
  run(topic: JobSubject<T>, deps: JobDeps): Promise<WorkResult>;
  /**
   * The types of further jobs for the same submission that a result calls for. They are recorded
   * before the result is: a worker that goes away in between does the work again, and so those,
   * which then find nothing left to do.
   */
  after?(result: WorkResult, submissionId: string, db: Database): Promise<readonly JobType[]>;
  /**
   * What happens when a job is given up: it has failed for good, or the queue lost its message.
   * Where it throws then, the message comes once more and it is called again.
   */
  onDeadLetter(job: JobContext, context: DeadLetterContext): Promise<void>;
}
