import * as v from "valibot";
import { listColleagues } from "~/domain/access/staff/colleagues.server";
import { writeNote } from "~/domain/review/assign-item.server";
import {
  ALREADY_INVITED,
  CHANGES_NOT_ALLOWED,
  canAskForChanges,
  changesDecision,
  changesSchema,
  conflictText,
  decisionError,
  decisionSchema,
  NOT_NEXT,
  noteSchema,
  STATUS_NOT_ALLOWED,
  UNSIGNED,
  undoRefusalTexts,
} from "~/domain/review/decision";
import { mentionedIds } from "~/domain/review/note-parts";
import { decisionNotice, EMPTY_REVIEW_REPLY } from "~/domain/review/review-reply";
import { MAX_SAVED_REASONS } from "~/domain/review/saved-reason";
import { type LatestDecision, latestDecision } from "~/domain/review/status-history.server";
import { invalidError, missingError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { statusLabel } from "~/reference/statuses";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { rerunRefusalTexts } from "../activity/rerun-refusal-texts";
import { runJobAgain } from "../activity/run-job-again.server";
import { NO_SUBMISSION } from "../require-submission.server";
import { analyzeStoredTrack } from "./analyze-track.server";
import { askForDetails } from "./ask-details-post.server";
import { noteForArtist, publish, storeLinks } from "./for-artist-post.server";
import { assign, rate, shortlist, snooze, tag, take } from "./marks-post.server";
import { decideItem, undoItem } from "./review-desk.server";
import { savedReasonsFor } from "./review-page.server";
import {
  fieldErrorsReply,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
} from "./review-post-types.server";
import { setBoardBack } from "./set-board-back.server";

const NO_TRACK = "Nothing was measured: this track isn't in storage.";

/** A decision as posted, or the errors of its fields. */
export function parseDecision(values: { status: string; reason: string }, isForChanges: boolean) {
  const schema = isForChanges ? changesSchema : decisionSchema;
  const result = v.safeParse(schema, values);
  if (!result.success) return { errors: schemaErrors(schema, values) };
  const { output } = result;
  return { decision: "status" in output ? output : changesDecision(output.reason) };
}

/** The text of a decision; where none was typed, as without script, that of the chosen reasons. */
async function reasonOf({ context, item, fields }: ReviewPost): Promise<string> {
  const typed = fields.get("reason") ?? "";
  const ids = fields.getAll("savedReason");
  if (typed.trim() || ids.length === 0) return typed;
  const reasons = await savedReasonsFor(context, item);
  const chosen = reasons.filter(({ id }) => ids.includes(id));
  return chosen.map(({ text }) => text).join("\n\n");
}

async function handleDecision(post: ReviewPost, isForChanges: boolean): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const values = { ...typedValues(post), reason: await reasonOf(post) };
  // Without a revision the form displayed nothing, so it must not decide.
  const revision = fields.get("revision") ?? "";
  const formState = {
    values,
    seen: { revision },
    ...(isForChanges && { isForChanges: true as const }),
  };
  const { decision, errors } = parseDecision(values, isForChanges);
  if (!decision) return fieldErrorsReply(post, errors, formState);
  const isClosed = isForChanges && !canAskForChanges(item);
  const error = isClosed ? "closed" : decisionError(item, decision.status);
  const outcome = error
    ? ({ kind: error } as const)
    : await decideItem(context, by, {
        decision,
        seen: { id: item.id, revision: /^\d+$/.test(revision) ? Number(revision) : -1 },
        isUndoable: true,
        reasonIds: fields.getAll("savedReason").slice(0, MAX_SAVED_REASONS),
      });
  switch (outcome.kind) {
    case "decided":
    case "repeated":
      return { noticeCode: decisionNotice(outcome.mail, isForChanges) };
    case "gone":
      throw refusal(404, NO_SUBMISSION);
    case "changed":
      return reviewFailureReply(post, lastText(outcome.last), { ...formState, isConflict: true });
    case "same": {
      const text = `This is ${statusLabel(decision.status)} already. Nothing was sent.`;
      return reviewFailureReply(post, text, formState);
    }
    case "closed":
      return reviewFailureReply(post, CHANGES_NOT_ALLOWED, formState);
    case "invited":
      return reviewFailureReply(post, ALREADY_INVITED, formState);
    case "unsigned":
      return fieldErrorsReply(post, { onPaper: missingError(UNSIGNED) }, formState);
    case "unfit":
      return fieldErrorsReply(post, { status: invalidError(STATUS_NOT_ALLOWED) }, formState);
    case "not-next":
      return fieldErrorsReply(post, { status: invalidError(NOT_NEXT) }, formState);
  }
}

const lastText = (last: LatestDecision) =>
  conflictText({ ...last, status: statusLabel(last.status) });

async function handleUndo(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  // The revision that the decision has made.
  const decided = Number(fields.get("decided") || Number.NaN);
  const outcome = await undoItem(context, by, item, decided);
  if (outcome.kind === "undone") return { noticeCode: "undone" };
  if (outcome.kind !== "changed") return reviewFailureReply(post, undoRefusalTexts[outcome.kind]);
  const last = await latestDecision(context.db, item, by);
  return last.isOwn && last.undone !== undefined && last.revision === decided + 1
    ? { noticeCode: "undone" }
    : reviewFailureReply(post, lastText(last), { isConflict: true });
}

/** Handles the buttons of an entry's page. @throws Response 400 for an unknown button. */
export async function reviewPost(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const { requestId } = context.scope;
  const intent = fields.get("intent");
  switch (intent) {
    case "set":
    case "ask-changes":
      return handleDecision(post, intent === "ask-changes");
    case "undo":
      return handleUndo(post);
    case "take":
    case "give-back":
      return take(post, intent === "take");
    case "assign":
      return assign(post);
    case "shortlist":
    case "unshortlist":
      return shortlist(post, intent === "shortlist");
    case "snooze":
    case "unsnooze":
      return snooze(post, intent === "snooze");
    case "rate":
      return rate(post);
    case "tag":
      return tag(post);
    case "note": {
      const values = typedValues(post);
      const typed = v.safeParse(noteSchema, values);
      if (!typed.success) return fieldErrorsReply(post, schemaErrors(noteSchema, values));
      const { note } = typed.output;
      const colleagues = await listColleagues(context.db, by.id, context.clock());
      const mentioned = mentionedIds(note, colleagues);
      await writeNote(context, item.id, note, { by, requestId }, mentioned);
      return { noticeCode: "noted" };
    }
    case "artist-note":
      return noteForArtist(post);
    case "ask-details":
      return askForDetails(post);
    case "store-links":
      return storeLinks(post);
    case "publish":
    case "unpublish":
      return publish(post, intent === "publish");
    case "listen":
      return (await analyzeStoredTrack(context, by, fields.get("upload") ?? "")) === undefined
        ? reviewFailureReply(post, NO_TRACK)
        : { noticeCode: "heard" };
    case "set-board-back":
      return setBoardBack(post);
    case "run-again":
    case "send-again": {
      const id = (fields.get("job") ?? "").slice(0, 64);
      const mayArriveTwice = fields.has("mayArriveTwice");
      const error = await runJobAgain(context, id, { by, mayArriveTwice });
      if (error === undefined)
        return { noticeCode: intent === "send-again" ? "sent-again" : "run-again" };
      const job = { id, text: rerunRefusalTexts[error], ask: error === "may-have-arrived" };
      const values = typedValues(post);
      return { reply: { ...EMPTY_REVIEW_REPLY, values, job }, status: 409 };
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}
