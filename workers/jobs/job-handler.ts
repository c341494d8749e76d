import type { JobType } from "~/platform/jobs/message";

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

/** What a job is about; see the jobs table. */
export interface JobTopic {
  jobId: string;
  submissionId: string | null;
  subject: string;
  /**
   * Keeps the job for this worker; without it another takes it over after two minutes. To be called
   * between the steps of long work, as often as convenient: it writes only when it is time.
   * @throws LeaseLostError when another worker has it; whatever this one still says is dropped.
   */
  renew: () => Promise<void>;
}

/** Another worker has the job. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
  constructor() {
    super("The job is held by another worker.");
  }
}

/** One kind of work. It may run more than once for the same topic. */
export interface JobHandler {
  run(topic: JobTopic): Promise<WorkResult>;
}

export type JobHandlers = Record<JobType, JobHandler>;
