import type { ReviewItem } from "~/domain/review/review-item";
import {
  EMPTY_REVIEW_REPLY,
  type NoticeCode,
  type ReviewReply,
} from "~/domain/review/review-reply";
import type { FieldErrors } from "~/forms/form-reply";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";

/** A notice code for the page, or a reply to show. */
export type ReviewPostResult =
  | { noticeCode: NoticeCode }
  | { reply: ReviewReply; status: 400 | 409 | 200 };

export interface ReviewPost {
  portal: Portal;
  by: Staff;
  item: ReviewItem;
  fields: URLSearchParams;
}

/** The fields that all forms of the page share. */
export const typedValues = (fields: URLSearchParams): ReviewReply["values"] => ({
  status: fields.get("status") ?? "",
  reason: fields.get("reason") ?? "",
  note: fields.get("note") ?? "",
  onPaper: fields.get("onPaper") === "on",
  opensNext: fields.get("then") === "next",
});

export const fieldErrorsReply = (
  values: ReviewReply["values"],
  errors: FieldErrors,
  extra: Partial<ReviewReply> = {},
): ReviewPostResult => ({
  reply: { ...EMPTY_REVIEW_REPLY, values, errors, ...extra },
  status: 400,
});

export const reviewFailureReply = (
  values: ReviewReply["values"],
  text: string,
  extra: Partial<ReviewReply> = {},
): ReviewPostResult => ({
  reply: { ...EMPTY_REVIEW_REPLY, values, trouble: text, ...extra },
  status: 409,
});
