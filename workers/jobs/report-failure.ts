import { reasonOf } from "~/monitoring/log";
import { alertStaff, type StaffDeps } from "./alert-staff";
import type { JobContext } from "./job-kind";

/**
 * Tells staff at once of a job that has failed for good. Never throws.
 * @param error as on the job's row.
 */
export async function reportFailure(
  deps: StaffDeps,
  job: JobContext,
  error: string,
): Promise<void> {
  try {
    await alertStaff(deps, {
      // The time names the occasion: a job that staff ran again may fail again.
      key: `job-failed:${job.id}:${deps.now().toISOString()}`,
      subject: `${job.type} has failed`,
      sentences: [
        "We tried this as often as makes sense, or it can't work as it is. The artist hasn't been told.",
        "Put right what the reason says, then run the job again.",
      ],
      facts: [
        ["Reason", error],
        ["Job", job.id],
        ["Submission", job.submissionId ?? "none"],
        ...(job.submissionId ? [] : [["About", job.subject] as const]),
      ],
      submissionId: job.submissionId ?? undefined,
    });
  } catch (thrown) {
    // The job itself is settled and shown as failed; only the mail about it is missing.
    deps.log("error", "mail.failed", { jobId: job.id, reason: reasonOf(thrown) });
  }
}
