import { reasonOf } from "~/monitoring/log";
import { alertStaff, type StaffRoom } from "./alert-staff";
import { endClip } from "./clip-news";
import type { CallRooms } from "./follow-up";
import type { JobFacts } from "./run-job";

/**
 * What follows when a job has failed for good. Never throws.
 * @param error as on the job's row.
 */
export async function afterFailure(
  calls: CallRooms,
  room: StaffRoom,
  job: JobFacts,
  error: string,
): Promise<void> {
  await endClip(calls, job).catch((thrown: unknown) =>
    // Staff see the job as failed; only board and drive go on waiting, until it is run again.
    room.log("error", "job.failed", { jobId: job.id, reason: reasonOf(thrown) }),
  );
  await reportFailure(room, job, error);
}

/**
 * Tells staff at once of a job that has failed for good. A mail that failed brings no second one.
 * @param error as on the job's row.
 */
export async function reportFailure(room: StaffRoom, job: JobFacts, error: string): Promise<void> {
  if (job.type === "send-mail") return;
  try {
    await alertStaff(room, {
      // The time names the occasion: a job that staff ran again may fail again.
      key: `job-failed:${job.id}:${room.now().toISOString()}`,
      subject: `${job.type} has failed`,
      sentences: [
        "This was tried as often as makes sense, or cannot work as it is. The artist was not told.",
        "Mend what the reason names, then run the job again.",
      ],
      facts: [
        ["Reason", error],
        ["Job", job.id],
        ["Submission", job.submissionId ?? "none"],
      ],
      submissionId: job.submissionId ?? undefined,
    });
  } catch (thrown) {
    // The job itself is settled and shown as failed; only the mail about it is missing.
    room.log("error", "mail.failed", { jobId: job.id, reason: reasonOf(thrown) });
  }
}
