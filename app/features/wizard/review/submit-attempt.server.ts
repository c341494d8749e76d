import {
  invitationEndReason,
  isInvitationUsableSql,
  itemOfInvitation,
  redeemInvitationStatements,
} from "~/domain/access/invitations.server";
import { countUse } from "~/domain/access/returning-links.server";
import { confirmPress } from "~/domain/bot/confirm-press.server";
import { scoreVisitor } from "~/domain/bot/score-visitor.server";
import { scoredContent } from "~/domain/bot/scored-content";
import { CONFIRM_INTENT } from "~/domain/bot/session";
import type { Draft } from "~/domain/submission/draft/draft";
import { detachInvitation, draftById } from "~/domain/submission/draft/draft-store.server";
import { readShownVersions } from "~/domain/submission/draft/shown-versions";
import { stepVersions } from "~/domain/submission/draft/step-version.server";
import { recordFailureText } from "~/domain/submission/record/failure-text";
import { findReviewChanges } from "~/domain/submission/record/outdated-review";
import type { PendingUpload } from "~/domain/submission/record/readiness.server";
import type { StoredFile } from "~/domain/submission/record/release-form";
import {
  checkDraft,
  type Refusal,
  type SubmitResult,
  submitDraft,
} from "~/domain/submission/record/submit.server";
import { UNCHANGED_FIELD } from "~/domain/submission/run/obstacle";
import { REPEATED_PRESS_FIELD } from "~/domain/submission/run/submission-run";
import { areSlotsUnchangedSql } from "~/domain/uploads/receiving/slot-store.server";
import {
  areChoicesStoredSql,
  areFilesInSlotsSql,
  deleteSlotsStatement,
  markUnusedStatement,
} from "~/domain/uploads/receiving/submitted-files.server";
import { slotsOfDraft } from "~/domain/uploads/receiving/upload-store.server";
import { uploadingMs } from "~/domain/uploads/receiving/uploading-time.server";
import { trackSeconds } from "~/domain/uploads/track-seconds";
import { storedFile } from "~/domain/uploads/upload";
import type { AppContext } from "~/session/app-context";
import { intentOf, type Post } from "../frame/read-post.server";
import { changesSinceSent } from "./sent-changes.server";

type Fields = Pick<Post, "fields">;

export const REFUSAL_STATUSES = {
  incomplete: 400,
  visitor: 403,
  invitation: 409,
  outdated: 409,
  unchanged: 409,
  decided: 409,
  record: 503,
} as const;

/** Sent with a refusal: the next confirming press counts if it carries this, some seconds later. */
export interface ConfirmToken {
  pressAgain?: string;
  /** The invitation is spent; the draft may continue as an open one. */
  mayGoOn?: boolean;
}

/** Whether a draft that corrects a submission is, in all, what was sent; false once that was told. */
async function isUnchanged(
  context: AppContext,
  draft: Draft,
  { fields }: Fields,
  stored: readonly StoredFile[],
): Promise<boolean> {
  if (fields.some(([name]) => name === UNCHANGED_FIELD)) return false;
  return (await changesSinceSent(context, draft, stored))?.length === 0;
}

async function prepareAttempt(context: AppContext, draft: Draft, post: Fields) {
  const { db, clock, log, settings, scope } = context;
  const slots = await slotsOfDraft(db, draft.id);
  const uploads = slots.flatMap(({ stored, coming: pending }) => stored ?? pending ?? []);
  const storedUploads = slots.flatMap((slot) => slot.stored ?? []);
  // The length of a file that is still to come is unknown.
  const stayingUploads = slots.flatMap(({ stored, coming }) => (stored && !coming ? stored : []));
  const storedFiles = storedUploads.map(storedFile);
  let pressAgain: string | undefined;
  const visitorPasses = async () => {
    const { valid } = await scoreVisitor(
      { db, clock, log, secret: settings.SIGNING_SECRET },
      {
        draftId: draft.id,
        fields: post.fields,
        firstOpened: draft.formStartedAt,
        uploadingMs: await uploadingMs(db, draft.id),
        content: scoredContent(draft.answers, uploads),
      },
    );
    if (valid || intentOf(post) !== CONFIRM_INTENT) return valid;
    const press = await confirmPress(settings.SIGNING_SECRET, draft.id, post.fields, clock());
    if (!press.passes) ({ pressAgain } = press);
    return press.passes;
  };
  const pendingUploads = new Map(
    slots.flatMap(({ stored, coming: pending }): [string, PendingUpload][] => {
      if (!pending) return [];
      const { slot, fileName } = pending;
      return [
        [
          slot,
          {
            fileName,
            ...(stored && { stored: { uploadId: stored.id, fileName: stored.fileName } }),
          },
        ],
      ];
    }),
  );
  const changes = findReviewChanges(readShownVersions(post.fields), {
    steps: await stepVersions(draft.answers),
    slots: slots.map(({ slot, version, stored, coming }) => {
      return { slot, version, fileName: (coming ?? stored)?.fileName };
    }),
    music: draft.answers.music,
  });
  return {
    deps: {
      ...context,
      artistDay: scope.artistDay,
      requestId: scope.requestId,
      sentBy: (await scope.artist("write"))?.id,
      isVisitorAllowed: visitorPasses,
      isUnchanged: () => isUnchanged(context, draft, post, storedFiles),
      claims: {
        areFilesInSlotsSql,
        areChoicesStoredSql,
        areSlotsUnchangedSql: areSlotsUnchangedSql(draft.id, slots),
        markUnusedStatement,
        deleteSlotsStatement,
      },
      links: {
        isInvitationUsableSql,
        itemOfInvitation,
        redeemInvitationStatements,
        invitationEndReason,
        countUse,
      },
    },
    files: {
      stored: storedFiles,
      sending: pendingUploads,
      trackSeconds: trackSeconds(stayingUploads),
      changes,
    },
    withPressAgain: <R>(result: R): R & ConfirmToken => ({
      ...result,
      ...(pressAgain && { pressAgain }),
    }),
  };
}

const MAY_GO_ON =
  "Nothing you typed or sent is lost: you can send this release as an open submission instead.";
const MAY_NOT_GO_ON =
  "Nothing you typed or sent is lost, but we aren't taking open submissions just now. Write to us, and we'll help.";

/**
 * Logs a refusal. To that of a spent invitation it adds whether the artist can continue with an open
 * submission.
 */
async function completeRefusal<
  R extends ({ ok: true } | Extract<SubmitResult, { ok: false }>) & ConfirmToken,
>(context: AppContext, { id: draftId }: Draft, result: R): Promise<R> {
  if (result.ok) return result;
  context.log("info", "draft.refused", { draftId, reason: `review: ${result.refused}` });
  if (result.refused !== "invitation") return result;
  const { submissionsEnabled: mayGoOn } = await context.entry.mode();
  return { ...result, text: `${result.text} ${mayGoOn ? MAY_GO_ON : MAY_NOT_GO_ON}`, mayGoOn };
}

/** Whether the Review form could be submitted once its files have arrived. */
export async function checkAttempt(
  context: AppContext,
  draft: Draft,
  post: Fields,
): Promise<({ ok: true } | Refusal) & ConfirmToken> {
  const { deps, files, withPressAgain } = await prepareAttempt(context, draft, post);
  const isSamePress = post.fields.some(([name]) => name === REPEATED_PRESS_FIELD);
  return completeRefusal(
    context,
    draft,
    withPressAgain(await checkDraft(deps, draft, files, { isSamePress })),
  );
}

const MAX_TRIES = 5;

/**
 * Submits the draft with the posted Review form, at once or at the end of an upload run. Concurrent
 * changes are either part of the submission or refused, never lost.
 */
export async function submitAttempt(
  context: AppContext,
  draft: Draft,
  post: Fields,
  { run: isRun }: { run: boolean },
): Promise<SubmitResult & ConfirmToken> {
  let currentDraft: Draft | undefined = draft;
  for (let tries = 0; currentDraft && tries < MAX_TRIES; tries++) {
    const { deps, files, withPressAgain } = await prepareAttempt(context, currentDraft, post);
    const pressedAt = isRun ? currentDraft.pressedAt : undefined;
    const result = await submitDraft(deps, { ...currentDraft, pressedAt }, files);
    if (result.ok && result.recordedNow)
      context.log("info", "submission.recorded", {
        draftId: draft.id,
        submissionId: result.submission.id,
      });
    if (result.ok || result.refused !== "changed")
      return completeRefusal(context, draft, withPressAgain(result));
    currentDraft = await draftById(context.db, draft.id);
  }
  context.log("error", "submission.not-recorded", { draftId: draft.id, reason: "changed" });
  return { ok: false, refused: "record", text: recordFailureText(draft.entry) };
}

/** Turns a draft whose invitation is spent into an open one, if open submissions are enabled. */
export async function convertToOpenDraft(
  { db, entry: { mode } }: Pick<AppContext, "db" | "entry">,
  { id, entry, linkId }: Draft,
): Promise<void> {
  if (entry !== "invited" || linkId === undefined) return;
  if (!(await mode()).submissionsEnabled || !(await invitationEndReason(db, linkId))) return;
  await detachInvitation(db, id);
}
