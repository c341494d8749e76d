import type { FieldErrors } from "~/forms/form-reply";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import type { ReviewItem } from "~/staff/review/review-item";
import { EMPTY_REVIEW_REPLY, type NoticeCode, type ReviewReply } from "~/staff/review/review-reply";

/** What came of a post: the word that the page says, or a reply to be shown. */
export type ReviewPostResult =
  | { said: NoticeCode }
  | { reply: ReviewReply; status: 400 | 409 | 200 };

/** A post on the page of an entry. */
export interface ReviewPost {
  portal: Portal;
  by: Staff;
  item: ReviewItem;
  fields: URLSearchParams;
}

/** What its forms have in common, as typed. */
export const typedValues = (fields: URLSearchParams): ReviewReply["values"] => ({
  status: fields.get("status") ?? "",
  reason: fields.get("reason") ?? "",
  note: fields.get("note") ?? "",
  onPaper: fields.get("onPaper") === "on",
});

/** The reply to a form with errors in its fields. */
export const fieldErrorsReply = (
  values: ReviewReply["values"],
  errors: FieldErrors,
  more: Partial<ReviewReply> = {},
): ReviewPostResult => ({ reply: { ...EMPTY_REVIEW_REPLY, values, errors, ...more }, status: 400 });

/** The reply where nothing was done, and why. */
export const reviewFailureReply = (
  values: ReviewReply["values"],
  text: string,
  more: Partial<ReviewReply> = {},
): ReviewPostResult => ({
  reply: { ...EMPTY_REVIEW_REPLY, values, trouble: text, ...more },
  status: 409,
});
