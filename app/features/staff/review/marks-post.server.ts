import * as v from "valibot";
import { listColleagues } from "~/domain/access/staff/colleagues.server";
import { assignItem, unassignItem } from "~/domain/review/assign-item.server";
import { noteConflictText } from "~/domain/review/decision";
import { joinTags, MAX_RATING, tagsSchema } from "~/domain/review/item-marks";
import { setRating, setShortlisted, setSnoozed, setTags } from "~/domain/review/item-marks.server";
import { findReviewItem } from "~/domain/review/queue.server";
import { snoozeTimeSchema, snoozeUntil } from "~/domain/review/snooze";
import { invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { timeZoneSchema } from "~/platform/formats/time-zone";
import {
  fieldErrorsReply,
  type ReviewPost,
  type ReviewPostResult,
  reviewFailureReply,
  typedValues,
  unlessRepeated,
} from "./review-post-types.server";

const TAKEN_BY_COLLEAGUE =
  "A colleague took this just before you. Look again before you take it over.";
const NOT_ASSIGNED = "This isn't yours any more, so there's nothing to give back.";
const NOT_A_COLLEAGUE = "Choose a colleague from the list.";
const GIVEN_BACK = "A colleague gave this back just before you. Look again before you assign it.";
const NOT_A_RATING = `Choose a rating from 1 to ${MAX_RATING}.`;

const NOT_A_DAY = "Choose a day from the list.";
const NOT_WAITING = "This doesn't wait for us any more, so it can't be put off.";

const actorOf = ({ context, by }: ReviewPost) => ({ by, requestId: context.scope.requestId });

/** Puts the entry on the shortlist, or takes it off. */
export async function shortlist(
  post: ReviewPost,
  isShortlisted: boolean,
): Promise<ReviewPostResult> {
  const noticeCode = isShortlisted ? "shortlisted" : "unshortlisted";
  if (await setShortlisted(post.context, post.item.id, isShortlisted, actorOf(post)))
    return { noticeCode };
  const action = isShortlisted ? "put-on-shortlist" : "taken-off-shortlist";
  return unlessRepeated(post, { action }, noticeCode, (last) => {
    const change = isShortlisted ? "put this on the shortlist" : "took this off the shortlist";
    const time = last ? `: ${last.createdAt}` : "";
    return reviewFailureReply(
      post,
      `${last?.staffName ?? "A colleague"} ${change} before you${time}.`,
    );
  });
}

/** Puts the entry off until another day, or brings it back. */
export async function snooze(post: ReviewPost, isPutOff: boolean): Promise<ReviewPostResult> {
  const { context, item, fields } = post;
  const time = v.safeParse(snoozeTimeSchema, fields.get("time"));
  if (isPutOff && !time.success) return reviewFailureReply(post, NOT_A_DAY);
  const zone = v.parse(timeZoneSchema, fields.get("zone"));
  const until = isPutOff && time.success ? snoozeUntil(time.output, context.clock(), zone) : null;
  const notice = { noticeCode: isPutOff ? "snoozed" : "unsnoozed" } as const;
  if (await setSnoozed(context, item.id, until, actorOf(post))) return notice;
  // Whoever was first, it is as this form wants it.
  const current = await findReviewItem(context.db, item.id);
  return current?.snoozedUntil === until ? notice : reviewFailureReply(post, NOT_WAITING);
}

/** A rating of a form; the empty text is none. */
const ratingSchema = v.pipe(
  v.picklist(["", ...Array.from({ length: MAX_RATING }, (_, index) => String(index + 1))]),
  v.transform((text) => (text === "" ? null : Number(text))),
);

/** Sets the rating, or clears it. */
export async function rate(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, item, fields } = post;
  const rating = v.safeParse(ratingSchema, fields.get("rating"));
  const displayed = v.safeParse(ratingSchema, fields.get("seen"));
  if (!rating.success || !displayed.success) return reviewFailureReply(post, NOT_A_RATING);
  const change = { rating: rating.output, displayed: displayed.output };
  const noticeCode = change.rating === null ? "unrated" : "rated";
  if (await setRating(context, item.id, change, actorOf(post))) return { noticeCode };
  const entry = { action: "rating-set", detail: String(change.rating ?? "none") } as const;
  return unlessRepeated(post, entry, noticeCode, (last) =>
    reviewFailureReply(post, noteConflictText(last)),
  );
}

/** Sets the tags; none if the field is empty. */
export async function tag(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, item, fields } = post;
  const values = { ...typedValues(post), tags: fields.get("tags") ?? "" };
  const seen = { tags: fields.get("seen") ?? "" };
  const result = v.safeParse(tagsSchema, values);
  if (!result.success)
    return fieldErrorsReply(post, schemaErrors(tagsSchema, values), { values, seen });
  const { tags } = result.output;
  const displayed = v.parse(v.fallback(tagsSchema, { tags: [] }), seen);
  if (await setTags(context, item.id, { tags, displayed: displayed.tags }, actorOf(post)))
    return { noticeCode: "tagged" };
  const entry = { action: "tags-set", detail: joinTags(tags) || "none" } as const;
  return unlessRepeated(post, entry, "tagged", (last) => {
    const formState = { values, seen, isConflict: true } as const;
    return reviewFailureReply(post, noteConflictText(last), formState);
  });
}

/** Takes the entry, or gives it back. */
export async function take(post: ReviewPost, isTaken: boolean): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const noticeCode = isTaken ? "taken" : "given-back";
  const isChanged = isTaken
    ? await assignItem(context, item.id, fields.get("from") || undefined, actorOf(post))
    : await unassignItem(context, item.id, actorOf(post));
  if (isChanged) return { noticeCode };
  const assignedTo = (await findReviewItem(context.db, item.id))?.assignedTo ?? null;
  const refused = reviewFailureReply(post, isTaken ? TAKEN_BY_COLLEAGUE : NOT_ASSIGNED);
  if (assignedTo !== (isTaken ? by.id : null)) return refused;
  const action = isTaken ? "item-taken" : "item-given-back";
  return unlessRepeated(post, { action }, noticeCode, () => refused);
}

/** Assigns the entry to a colleague. */
export async function assign(post: ReviewPost): Promise<ReviewPostResult> {
  const { context, by, item, fields } = post;
  const colleagues = await listColleagues(context.db, by.id, context.clock());
  const colleague = colleagues.find(({ id }) => id === fields.get("colleague"));
  if (!colleague) return fieldErrorsReply(post, { colleague: invalidError(NOT_A_COLLEAGUE) });
  const from = fields.get("from") || undefined;
  if (await assignItem(context, item.id, from, actorOf(post), colleague))
    return { noticeCode: "assigned" };
  const current = await findReviewItem(context.db, item.id);
  const refused = reviewFailureReply(
    post,
    current?.assignedName
      ? `${current.assignedName} got this just before you. Look again before you assign it.`
      : GIVEN_BACK,
  );
  if (current?.assignedTo !== colleague.id) return refused;
  const entry = { action: "item-assigned", detail: colleague.name } as const;
  return unlessRepeated(post, entry, "assigned", () => refused);
}
