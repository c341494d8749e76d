import { eq } from "drizzle-orm";
import { BOT_CHECK_TEXT } from "~/bot/score";
import { type Log, reasonOf } from "~/monitoring/log";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Drill } from "~/platform/drill.server";
import type { Ids } from "~/platform/ids";
import { insertJob } from "~/platform/jobs/job-store.server";
import { isRole } from "~/reference/roles";
import { composeRelease, filesOf } from "./compose-release";
import type { Answers, Draft } from "./draft";
import { DRAFT_DAYS } from "./draft-days";
import { jobsOfSubmission } from "./jobs-of-submission.server";
import type { Obstacle } from "./obstacle";
import { obstacles } from "./readiness.server";
import { addBusinessDays } from "./release-dates";
import type { StoredFile } from "./release-form";
import { findSubmissionOfDraft, type Submission } from "./submission-store.server";
import { drafts, submissions } from "./tables.server";

/** The promise on the success page is 7 to 10 business days: the later end is the due date. */
export const REPLY_BUSINESS_DAYS = 10;

/** What the artist reads when the record cannot be written (specification, section 8). */
export function recordFailureText(entry: string | undefined): string {
  return entry === "invited"
    ? "Failed to update monday.com entry via invitation"
    : "Failed to create monday.com entry";
}

/** What the submit use case works with. */
export interface SubmitRooms {
  db: Database;
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Names the request; the log lines of its jobs carry it on. */
  requestId: string;
  /** Fails on purpose when a local run asks for it. */
  drill: Drill;
  /** Judges whether a person is submitting; the wizard's bot rules plug in here. */
  visitorPasses: () => boolean | Promise<boolean>;
  /** Hands job ids to the queue; may fail, since the sweep sends what was never picked up. */
  sendJobs: (jobIds: string[], about: { submissionId: string }) => Promise<void>;
}

/** The files of a draft: what lies in the bucket, and what is on its way (slot to file name). */
export interface DraftFiles {
  stored: StoredFile[];
  sending: ReadonlyMap<string, string>;
}

/** Why a draft may not be submitted. */
export type Refusal =
  | { ok: false; refused: "visitor"; text: string }
  | { ok: false; refused: "incomplete"; obstacles: Obstacle[] };

export type SubmitResult =
  | { ok: true; submission: Submission; recordedNow: boolean }
  | Refusal
  | { ok: false; refused: "record"; text: string };

type Judge = Pick<SubmitRooms, "clock" | "visitorPasses">;

async function refusalOf(
  rooms: Judge,
  { answers }: Draft,
  { stored, sending }: { stored: ReadonlySet<string>; sending: ReadonlyMap<string, string> },
): Promise<Refusal | undefined> {
  const found = obstacles({ answers, stored, sending }, rooms.clock(), isRole);
  if (found.length > 0) return { ok: false, refused: "incomplete", obstacles: found };
  if (await rooms.visitorPasses()) return undefined;
  return { ok: false, refused: "visitor", text: BOT_CHECK_TEXT };
}

/**
 * Whether a draft may be submitted once its files have arrived: the first stage of a submission run,
 * which then waits for them.
 */
export async function checkDraft(
  rooms: Judge & Pick<SubmitRooms, "drill">,
  draft: Draft,
  { stored, sending }: DraftFiles,
): Promise<{ ok: true } | Refusal> {
  await rooms.drill("check", draft.id);
  const slots = new Set([...stored.map(({ slot }) => slot), ...sending.keys()]);
  const refusal = await refusalOf(rooms, draft, { stored: slots, sending: new Map() });
  return refusal ?? { ok: true };
}

/**
 * Records a draft as a submission: the row and its jobs in one D1 batch, unique per draft, then
 * the queue. Any number of calls for one draft, at once or later, give the one submission. A batch
 * that fails leaves nothing behind, so that the artist can simply try again.
 */
export async function submitDraft(
  rooms: SubmitRooms,
  draft: Draft & { entry?: string },
  files: DraftFiles,
): Promise<SubmitResult> {
  const earlier = await findSubmissionOfDraft(rooms.db, draft.id);
  if (earlier) return { ok: true, submission: earlier, recordedNow: false };
  const stored = new Set(files.stored.map((file) => file.slot));
  const refusal = await refusalOf(rooms, draft, { stored, sending: files.sending });
  if (refusal) return refusal;
  const { artist, music, about } = draft.answers;
  if (!artist || !music || !about) throw new Error("An empty step passed the final validation");
  const jobIds = await record(rooms, draft.id, { artist, music, about }, files.stored);
  if (!jobIds) return { ok: false, refused: "record", text: recordFailureText(draft.entry) };
  const submission = await findSubmissionOfDraft(rooms.db, draft.id);
  if (!submission) throw new Error("A submission was recorded but cannot be read back");
  const recordedNow = jobIds.includes(submission.id);
  const { id: submissionId } = submission;
  const others = jobIds.filter((id) => id !== submissionId);
  if (recordedNow) await rooms.sendJobs(others, { submissionId });
  return { ok: true, submission, recordedNow };
}

/**
 * @returns the ids it tried to write: the submission's first, then the jobs'; undefined when the
 * database could not write them, which is logged.
 */
async function record(
  rooms: SubmitRooms,
  draftId: string,
  answers: Required<Answers>,
  files: StoredFile[],
): Promise<string[] | undefined> {
  const { db, ids } = rooms;
  const now = rooms.clock();
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
      files: JSON.stringify(filesOf(form, files)),
      status: "pending",
      statusHistory: JSON.stringify([{ status: "pending", at }]),
      replyDueAt: addBusinessDays(now, REPLY_BUSINESS_DAYS).toISOString(),
      createdAt: at,
      updatedAt: at,
    })
    .onConflictDoNothing({ target: submissions.draftId });
  const about = { submissionId: id, requestId: rooms.requestId, at: now };
  const jobs = jobsOfSubmission(form).map((job) => ({ id: ids.next(now), ...job, ...about }));
  // The draft outlives a late reload of the submit, which then finds its submission.
  const closeDraft = db
    .update(drafts)
    .set({ submittedAt: at, expiresAt: addDays(now, DRAFT_DAYS).toISOString() })
    .where(eq(drafts.id, draftId));
  try {
    await rooms.drill("record", draftId);
    await db.batch([insertSubmission, ...jobs.map((job) => insertJob(db, job)), closeDraft]);
  } catch (error) {
    rooms.log("error", "submission.not-recorded", { draftId, reason: reasonOf(error) });
    return undefined;
  }
  return [id, ...jobs.map((job) => job.id)];
}

/** What artists and staff call a submission: the random end of its id, in two readable groups. */
function referenceOf(id: string): string {
  return `${id.slice(-10, -5)}-${id.slice(-5)}`;
}
