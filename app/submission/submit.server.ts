import { eq } from "drizzle-orm";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { insertJob } from "~/platform/jobs/job-store.server";
import { type JobType, jobTypes } from "~/platform/jobs/message";
import { composeRelease } from "./compose-release";
import { type Answers, DRAFT_DAYS, type Draft } from "./draft";
import { type Obstacle, obstacles } from "./readiness";
import { addBusinessDays } from "./release-dates";
import type { StoredFile } from "./release-form";
import { findSubmissionOfDraft, type Submission } from "./submission-store.server";
import { drafts, submissions } from "./tables.server";

/** The promise on the success page is 7 to 10 business days: the later end is the due date. */
export const REPLY_BUSINESS_DAYS = 10;

/** Text for a submit that the bot check stops (specification, section 8). */
export const VISITOR_REFUSED =
  "Submission validation failed. Please try again or contact support if this persists.";

/** What the submit use case works with. */
export interface SubmitRooms {
  db: Database;
  clock: Clock;
  ids: Ids;
  /** Judges whether a person is submitting; the wizard's bot rules plug in here. */
  visitorPasses: () => boolean | Promise<boolean>;
  /** Hands job ids to the queue; may fail, since the sweep sends what was never picked up. */
  sendJobs: (jobIds: string[]) => Promise<void>;
}

export type SubmitResult =
  | { ok: true; submission: Submission; recordedNow: boolean }
  | { ok: false; refused: "visitor"; text: string }
  | { ok: false; refused: "incomplete"; obstacles: Obstacle[] };

/**
 * Records a draft as a submission: the row and its jobs in one D1 batch, unique per draft, then
 * the queue. Any number of calls for one draft, at once or later, give the one submission.
 */
export async function submitDraft(
  rooms: SubmitRooms,
  draft: Draft,
  files: { stored: StoredFile[]; sending: ReadonlyMap<string, string> },
): Promise<SubmitResult> {
  const earlier = await findSubmissionOfDraft(rooms.db, draft.id);
  if (earlier) return { ok: true, submission: earlier, recordedNow: false };
  const now = rooms.clock();
  const stored = new Set(files.stored.map((file) => file.slot));
  const found = obstacles({ answers: draft.answers, stored, sending: files.sending }, now);
  const { artist, music, about } = draft.answers;
  if (found.length > 0 || !artist || !music || !about)
    return { ok: false, refused: "incomplete", obstacles: found };
  if (!(await rooms.visitorPasses()))
    return { ok: false, refused: "visitor", text: VISITOR_REFUSED };
  const jobIds = await record(rooms, draft.id, { artist, music, about }, files.stored, now);
  const submission = await findSubmissionOfDraft(rooms.db, draft.id);
  if (!submission) throw new Error("A submission was recorded but cannot be read back");
  const recordedNow = jobIds.includes(submission.id);
  if (recordedNow) await rooms.sendJobs(jobIds.filter((id) => id !== submission.id));
  return { ok: true, submission, recordedNow };
}

/** @returns the ids it tried to write: the submission's first, then the jobs'. */
async function record(
  rooms: SubmitRooms,
  draftId: string,
  answers: Required<Answers>,
  files: StoredFile[],
  now: Date,
): Promise<string[]> {
  const { db, ids } = rooms;
  const id = ids.next(now);
  const form = composeRelease(answers, files);
  const at = now.toISOString();
  const insertSubmission = db
    .insert(submissions)
    .values({
      id,
      draftId,
      reference: referenceOf(id),
      artistName: form.artistName,
      email: form.email,
      releaseTitle: form.releaseTitle,
      formData: JSON.stringify(form),
      files: JSON.stringify(files),
      status: "pending",
      statusHistory: JSON.stringify([{ status: "pending", at }]),
      replyDueAt: addBusinessDays(now, REPLY_BUSINESS_DAYS).toISOString(),
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: submissions.draftId });
  const jobs = jobTypes.map((type: JobType) => ({
    id: ids.next(now),
    type,
    submissionId: id,
    at: now,
  }));
  // The draft outlives a late reload of the submit, which then finds its submission.
  const closeDraft = db
    .update(drafts)
    .set({ submittedAt: at, expiresAt: addDays(now, DRAFT_DAYS).toISOString() })
    .where(eq(drafts.id, draftId));
  await db.batch([insertSubmission, ...jobs.map((job) => insertJob(db, job)), closeDraft]);
  return [id, ...jobs.map((job) => job.id)];
}

/** What artists and staff call a submission: the random end of its id, in two readable groups. */
function referenceOf(id: string): string {
  return `${id.slice(-10, -5)}-${id.slice(-5)}`;
}
