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
import { latestDecision } from "~/domain/review/status-history.server";
import { invalidError, missingError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { longTime } from "~/platform/formats/dates";
import { statusLabel } from "~/reference/statuses";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { rerunRefusalTexts } from "../activity/rerun-refusal-texts";
import { runJobAgain } from "../activity/run-job-again.server";
import { analyzeStoredTrack } from "./analyze-track.server";
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
export const NO_ENTRY = "There's no submission at this address.";

/** The decision form as posted, with the revision that its page displayed. */
function decisionForm(fields: URLSearchParams) {
  const revisionText = fields.get("revision");
  const revision = Number(revisionText || Number.NaN);
  return {
    values: typedValues(fields),
    // Without a revision the form displayed nothing, so it must not decide.
    seen: { revision: revisionText ?? "" },
    revision: Number.isInteger(revision) ? revision : -1,
  };
}

function statusErrorReply(
  { values, seen }: Pick<ReturnType<typeof decisionForm>, "values" | "seen">,
  error: "unfit" | "invited" | "not-next" | "unsigned" | "closed",
): ReviewPostResult {
  if (error === "closed")
    return reviewFailureReply(values, CHANGES_NOT_ALLOWED, { seen, isForChanges: true });
  if (error === "unsigned")
    return fieldErrorsReply(values, { onPaper: missingError(UNSIGNED) }, { seen });
  if (error === "invited") return reviewFailureReply(values, ALREADY_INVITED, { seen });
  const text = error === "unfit" ? STATUS_NOT_ALLOWED : NOT_NEXT;
  return fieldErrorsReply(values, { status: invalidError(text) }, { seen });
}

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

/** Makes a decision, or asks the artist for changes. */
async function handleDecision(post: ReviewPost, isForChanges: boolean): Promise<ReviewPostResult> {
  const { context, by: actor, item, fields } = post;
  const { seen, revision, ...posted } = decisionForm(fields);
  const values = { ...posted.values, reason: await reasonOf(post) };
  const whichForm = isForChanges && { isForChanges: true as const };
  const { decision, errors } = parseDecision(values, isForChanges);
  if (!decision) return fieldErrorsReply(values, errors, { seen, ...whichForm });
  const isClosed = isForChanges && !canAskForChanges(item);
  const error = isClosed ? "closed" : decisionError(item, decision.status);
  if (error) return statusErrorReply({ values, seen }, error);
  const outcome = await decideItem(context, actor, {
    decision,
    seen: { id: item.id, revision },
    isUndoable: true,
    reasonIds: fields.getAll("savedReason").slice(0, MAX_SAVED_REASONS),
  });
  if (outcome.kind === "decided" || outcome.kind === "repeated")
    return { noticeCode: decisionNotice(outcome.mail, isForChanges) };
  if (outcome.kind === "same") {
    const text = `This is ${statusLabel(decision.status)} already. Nothing was sent.`;
    return reviewFailureReply(values, text, { seen });
  }
  if (outcome.kind === "gone") throw refusal(404, NO_ENTRY);
  if (outcome.kind !== "changed") return statusErrorReply({ values, seen }, outcome.kind);
  const last = { ...outcome.last, status: statusLabel(outcome.last.status) };
  const text = conflictText(last, longTime);
  return reviewFailureReply(values, text, { seen, isConflict: true, ...whichForm });
}

async function handleUndo({ context, by: actor, item, fields }: ReviewPost) {
  const values = typedValues(fields);
  // The revision that the decision has made.
  const decided = Number(fields.get("decided") || Number.NaN);
  const outcome = await undoItem(context, actor, item, decided);
  if (outcome.kind === "undone") return { noticeCode: "undone" } as const;
  if (outcome.kind !== "changed") return reviewFailureReply(values, undoRefusalTexts[outcome.kind]);
  const last = await latestDecision(context.db, item, actor);
  if (last.isOwn && last.undone !== undefined && last.revision === decided + 1)
    return { noticeCode: "undone" } as const;
  const text = conflictText({ ...last, status: statusLabel(last.status) }, longTime);
  return reviewFailureReply(values, text, { isConflict: true });
}

/** Handles the buttons of an entry's page. @throws Response 400 for an unknown button. */
export async function reviewPost(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by: actor, item, fields } = post;
  const values = typedValues(fields);
  const { requestId } = context.scope;
  const attribution = { by: actor, requestId };
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
      return shortlist(post, fields.get("intent") === "shortlist");
    case "snooze":
    case "unsnooze":
      return snooze(post, intent === "snooze");
    case "rate":
      return rate(post);
    case "tag":
      return tag(post);
    case "note": {
      const note = v.safeParse(noteSchema, values);
      if (!note.success) return fieldErrorsReply(values, schemaErrors(noteSchema, values));
      const { note: text } = note.output;
      const colleagues = await listColleagues(context.db, actor.id, context.clock());
      const mentioned = mentionedIds(text, colleagues);
      await writeNote(context, item.id, text, attribution, mentioned);
      return { noticeCode: "noted" };
    }
    case "artist-note":
      return noteForArtist(post);
    case "store-links":
      return storeLinks(post);
    case "publish":
    case "unpublish":
      return publish(post, intent === "publish");
    case "listen":
      return (await analyzeStoredTrack(context, actor, fields.get("upload") ?? "")) === undefined
        ? reviewFailureReply(values, NO_TRACK)
        : { noticeCode: "heard" };
    case "set-board-back":
      return setBoardBack(post);
    case "run-again":
    case "send-again": {
      const id = (fields.get("job") ?? "").slice(0, 64);
      const mayArriveTwice = fields.has("mayArriveTwice");
      const error = await runJobAgain(context, id, { by: actor, mayArriveTwice });
      if (error === undefined)
        return { noticeCode: intent === "send-again" ? "sent-again" : "run-again" };
      const job = { id, text: rerunRefusalTexts[error], ask: error === "may-have-arrived" };
      return { reply: { ...EMPTY_REVIEW_REPLY, values, job }, status: 409 };
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}
