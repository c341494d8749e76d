import { data, redirect } from "@remix-run/cloudflare";
import { hasDetails, readDetails, startingDetails } from "~/domain/artists/release/details";
import {
  answersVersion,
  type ReleasePart,
  readReleaseDetails,
  savePart,
} from "~/domain/artists/release/details-store.server";
import { readSplits, startingSplits } from "~/domain/artists/splits/splits";
import { findAccountSubmission } from "~/domain/submission/record/account-submissions.server";
import { baseOf } from "~/forms/autosave/autosave-state";
import { readForm } from "~/forms/read-form";
import type { AccountRight } from "~/platform/principal";
import { isInProgress } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";
import { TOO_MUCH_TEXT } from "~/session/read-small-form";
import { formErrorReply, refusal, throwIfLimited } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import type { AutosaveReply } from "../autosave-form";

/** One text for releases of others and unknown ids, so that nothing is disclosed. */
const NOT_FOUND = "Submission not found";
export const MOVED_ON =
  "This release has moved on to the next step, so you can't change its details here any more. Go back to copy what you typed. Write to us if something must change.";
const TOO_OFTEN =
  "You saved too many times in a minute. Nothing is lost. Wait a minute, then try again.";

export type OwnRelease = Awaited<ReturnType<typeof requireRelease>>;

/**
 * The artist's own release that is in progress.
 * @param id ours, or that of its item on the board.
 * @throws Response as {@link requireArtist}; 404; for other states, a redirect to the submission's page
 * for a reader and 409 for a writer.
 */
export async function requireRelease(
  request: Request,
  context: AppContext,
  id: string | undefined,
  right: AccountRight,
) {
  const { db, scope } = context;
  const artist = await requireArtist(request, context, right);
  const isRead = right === "read";
  if (!isRead) throwIfLimited(context, await scope.limitCall("saves"), TOO_OFTEN);
  // Longer than any id. One query for all cases, so that timing tells nothing about others' releases.
  const submission = await findAccountSubmission(db, artist.id, (id ?? "").slice(0, 64));
  if (!submission) throw refusal(404, NOT_FOUND);
  if (!isInProgress(submission.status))
    throw isRead ? redirect(`/submission/${encodeURIComponent(id ?? "")}`) : refusal(409, MOVED_ON);
  const owner = { submissionId: submission.id, artistId: artist.id };
  return { owner, submission, stored: await readReleaseDetails(db, submission.id) };
}

/** The posted details, or the saved ones if the form has none. */
export function postedDetails({ submission, stored }: OwnRelease, fields: [string, string][]) {
  const formValues = readForm(fields);
  const before = startingDetails(stored?.answers.details, submission.form);
  return hasDetails(formValues) ? readDetails(formValues, submission.form) : before;
}

/** The posted shares, or the saved ones if the form has none. */
export function postedSplits({ submission, stored }: OwnRelease, fields: [string, string][]) {
  const { form } = submission;
  return readSplits(readForm(fields), form) ?? startingSplits(stored?.answers, form);
}

/** Saves one part. @throws Response 409 if the release has moved on, 413 if it is too large. */
export async function saveRelease(
  { db, clock, log }: AppContext,
  { owner }: OwnRelease,
  { part, value, fields }: { part: ReleasePart; value: object; fields: [string, string][] },
) {
  const result = await savePart(db, owner, { part, value, base: baseOf(fields), now: clock() });
  if (result.kind === "moved-on") throw refusal(409, MOVED_ON);
  if (result.kind === "too-large") throw refusal(413, TOO_MUCH_TEXT);
  if (result.kind === "saved") log("info", "details.saved", { submissionId: owner.submissionId });
  return result;
}

export async function autosavePage({ owner, stored }: OwnRelease, part: ReleasePart) {
  const { submissionId } = owner;
  return {
    draftId: submissionId,
    step: part,
    version: await answersVersion(stored?.answers[part]),
    path: `/api/release-details/${submissionId}/${part}`,
  };
}

/** A notice code for the page, or the form to show again. */
export type ReleasePostResult =
  | { noticeCode: string }
  | { reply: AutosaveReply; status: 200 | 400 | 409 };

export const RELEASE_CHANGED =
  "This release was changed in another tab or on another device. This page is not saved yet.";

/** The reply where another page saved first: the typed values and a choice of versions. */
export function releaseConflict(
  values: object,
  fields: [string, string][],
  { token: version, savedAt }: { token: string; savedAt: string },
): ReleasePostResult {
  const base = fields.findLast(([name]) => name === "version")?.[1];
  const reply = {
    values,
    errors: {},
    summary: [RELEASE_CHANGED],
    version: base,
    conflict: { version, savedAt },
  };
  return { reply, status: 409 };
}

/** Redirects after a post, or shows its form again. @param path of the page. */
export function replyToPost(context: AppContext, path: string, result: ReleasePostResult) {
  if ("noticeCode" in result) return redirect(`${path}?said=${result.noticeCode}`);
  const { reply, status } = result;
  return status === 200 ? data(reply) : formErrorReply(context, reply, { status });
}
