import { type AuditAction, readAuditLog } from "~/domain/access/staff/audit.server";
import type { ReviewItem } from "~/domain/review/review-item";
import {
  EMPTY_REVIEW_REPLY,
  type NoticeCode,
  type ReviewReply,
} from "~/domain/review/review-reply";
import type { FieldErrors } from "~/forms/form-reply";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

/** A notice code for the page, or a reply to show. */
export type ReviewPostResult =
  | { noticeCode: NoticeCode }
  | { reply: ReviewReply; status: 400 | 409 | 200 };

export interface ReviewPost {
  context: AppContext;
  by: Staff;
  item: ReviewItem;
  fields: URLSearchParams;
}

/**
 * The answer where a change was not made, since another came first. If that is the posted one by the same
 * person, their form was posted twice, as by Enter pressed twice, and its second post gets the answer of the first.
 * @param change what the trail says of the posted change.
 */
export async function unlessRepeated(
  { context, item, by }: ReviewPost,
  { action, detail = null }: { action: AuditAction; detail?: string | null },
  noticeCode: NoticeCode,
  refuse: (last: { staffName: string; createdAt: string } | undefined) => ReviewPostResult,
): Promise<ReviewPostResult> {
  const { rows } = await readAuditLog(context.db, { action, subject: item.id }, 1);
  const [last] = rows;
  return last?.staffId === by.id && last.detail === detail ? { noticeCode } : refuse(last);
}

type PostedFields = Pick<ReviewPost, "fields">;

/** The fields that all forms of the page share. */
export const typedValues = ({ fields }: PostedFields): ReviewReply["values"] => ({
  status: fields.get("status") ?? "",
  reason: fields.get("reason") ?? "",
  note: fields.get("note") ?? "",
  onPaper: fields.get("onPaper") === "on",
});

export const fieldErrorsReply = (
  post: PostedFields,
  errors: FieldErrors,
  extra: Partial<ReviewReply> = {},
): ReviewPostResult => ({
  reply: { ...EMPTY_REVIEW_REPLY, values: typedValues(post), errors, ...extra },
  status: 400,
});

export const reviewFailureReply = (
  post: PostedFields,
  text: string,
  extra: Partial<ReviewReply> = {},
): ReviewPostResult => ({
  reply: { ...EMPTY_REVIEW_REPLY, values: typedValues(post), trouble: text, ...extra },
  status: 409,
});
