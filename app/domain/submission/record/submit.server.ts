import { INVITATION_STOPPED, INVITATION_USED } from "~/domain/access/link-texts";
import { BOT_CHECK_TEXT } from "~/domain/bot/score";
import type { Draft } from "../draft/draft";
import { recordSubmitTime } from "../draft/draft-store.server";
import { resolveDates } from "../music/release-days";
import { type Obstacle, OUTDATED_REVIEW, UNCHANGED_RELEASE } from "../run/obstacle";
import { recordFailureText } from "./failure-text";
import { isToFix } from "./fixable.server";
import { obstacles, type WizardState } from "./readiness.server";
import { type RecordDeps, storeSubmission } from "./record-submission.server";
import type { StoredFile } from "./release-form";
import { findSubmissionOfDraft, type Submission } from "./submission-store.server";
import { submitDate, validSubmitTime } from "./submit-date.server";

const DECIDED =
  "We have decided about this release since you began, so it can't be sent again. What we said is on its status page.";

interface SubmitDeps extends RecordDeps {
  /** A time whose UTC date is the artist's day; see `release-dates`. */
  artistDay: (at: Date) => Date;
  isVisitorAllowed: () => boolean | Promise<boolean>;
  /** Whether it is, in all, what was sent before, and that was not told yet. */
  isUnchanged: () => boolean | Promise<boolean>;
  /** Sends job ids to the queue; may fail, as the sweep sends what was not picked up. */
  sendJobs: (jobIds: string[], about: { submissionId: string }) => Promise<void>;
}

interface DraftFiles {
  stored: StoredFile[];
  sending: WizardState["sending"];
  /** What has changed since Review was shown; see `findReviewChanges`. */
  changes: readonly string[];
  trackSeconds: WizardState["trackSeconds"];
}

export type Refusal =
  | { ok: false; refused: "visitor"; text: string }
  | { ok: false; refused: "invitation"; text: string }
  | { ok: false; refused: "outdated"; text: string; changes: readonly string[] }
  | { ok: false; refused: "unchanged"; text: string }
  | { ok: false; refused: "decided"; text: string }
  | { ok: false; refused: "incomplete"; obstacles: Obstacle[] };

export type SubmitResult =
  | { ok: true; submission: Submission; recordedNow: boolean }
  | Refusal
  | { ok: false; refused: "record"; text: string };

/**
 * `changed`: the draft or its files have changed since they were read; it may pass on the next try.
 */
type SubmitTry = SubmitResult | { ok: false; refused: "changed" };

type CheckDeps = Pick<SubmitDeps, "isVisitorAllowed" | "isUnchanged" | "db" | "links">;

async function spentRefusal(
  { db, links }: Pick<SubmitDeps, "db" | "links">,
  { entry, linkId }: Draft,
): Promise<Refusal | undefined> {
  const reason =
    entry === "invited" && linkId !== undefined && (await links.invitationEndReason(db, linkId));
  if (!reason) return undefined;
  const text = reason === "used" ? INVITATION_USED : INVITATION_STOPPED;
  return { ok: false, refused: "invitation", text };
}

async function findRefusal(
  deps: CheckDeps,
  draft: Draft,
  files: Omit<WizardState, "answers"> & Pick<DraftFiles, "changes">,
  today: Date,
): Promise<Refusal | undefined> {
  const { changes } = files;
  if (changes.length > 0) return { ok: false, refused: "outdated", text: OUTDATED_REVIEW, changes };
  const foundObstacles = obstacles({ answers: draft.answers, ...files }, today);
  if (foundObstacles.length > 0)
    return { ok: false, refused: "incomplete", obstacles: foundObstacles };
  if (draft.resendOf !== undefined && !(await isToFix(deps.db, draft.resendOf)))
    return { ok: false, refused: "decided", text: DECIDED };
  if (await deps.isUnchanged()) return { ok: false, refused: "unchanged", text: UNCHANGED_RELEASE };
  const refusal = await spentRefusal(deps, draft);
  if (refusal) return refusal;
  if (await deps.isVisitorAllowed()) return undefined;
  return { ok: false, refused: "visitor", text: BOT_CHECK_TEXT };
}

/**
 * Whether a draft may be submitted once its files have arrived: the first stage of a submission
 * run. Records the press of 'Submit Music'; a refused press does not stop the run of an earlier
 * one.
 * @param options `isSamePress`: the run repeats its check because it got no answer, so the first
 * check's time counts.
 */
export async function checkDraft(
  deps: CheckDeps & Pick<SubmitDeps, "clock" | "artistDay" | "drill" | "sentBy">,
  draft: Draft,
  { stored, sending, trackSeconds, changes }: DraftFiles,
  { isSamePress = false } = {},
): Promise<{ ok: true } | Refusal> {
  await deps.drill("check", draft.id);
  const slots = new Set([...stored.map(({ slot }) => slot), ...sending.keys()]);
  const pressedAt = (isSamePress && (await validSubmitTime(deps, draft))) || deps.clock();
  const today = deps.artistDay(pressedAt);
  const files = { stored: slots, sending: new Map(), trackSeconds, changes };
  const refusal = await findRefusal(deps, draft, files, today);
  await recordSubmitTime(deps.db, draft.id, refusal ? undefined : pressedAt, deps.sentBy);
  return refusal ?? { ok: true };
}

/**
 * Records a draft as a submission: the row and its jobs in one batch, then the queue. Any number of
 * calls for one draft give one submission. A failed batch leaves nothing behind; a draft that has
 * changed since it was read is not recorded.
 * @param draft `pressedAt` is from the check of its run; undefined where the press itself records.
 */
export async function submitDraft(
  deps: SubmitDeps,
  draft: Draft,
  files: DraftFiles,
): Promise<SubmitTry> {
  const existing = await findSubmissionOfDraft(deps.db, draft.id);
  if (existing) return { ok: true, submission: existing, recordedNow: false };
  const storedSlots = new Set(files.stored.map((file) => file.slot));
  const today = await submitDate(deps, draft);
  const refusal = await findRefusal(deps, draft, { ...files, stored: storedSlots }, today);
  if (refusal) {
    // Another call may have recorded it meanwhile.
    const recorded = await findSubmissionOfDraft(deps.db, draft.id);
    return recorded ? { ok: true, submission: recorded, recordedNow: false } : refusal;
  }
  const { artist, about } = draft.answers;
  const music = draft.answers.music && resolveDates(draft.answers.music, today);
  if (!artist || !music || !about) throw new Error("An empty step passed the final validation");
  const jobIds = await storeSubmission(deps, draft, { artist, music, about }, files.stored);
  if (!jobIds) return { ok: false, refused: "record", text: recordFailureText(draft.entry) };
  const submission = await findSubmissionOfDraft(deps.db, draft.id);
  if (!submission) return (await spentRefusal(deps, draft)) ?? { ok: false, refused: "changed" };
  const recordedNow = jobIds.includes(submission.id);
  const { id: submissionId } = submission;
  const jobIdsToSend = jobIds.filter((id) => id !== submissionId);
  if (recordedNow) await deps.sendJobs(jobIdsToSend, { submissionId });
  return { ok: true, submission, recordedNow };
}
