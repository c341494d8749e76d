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

/** What was done last to this entry, by whom. */
export async function lastChange(
  { context, item }: Pick<ReviewPost, "context" | "item">,
  action: AuditAction,
) {
  const { rows } = await readAuditLog(context.db, { action, subject: item.id }, 1);
  return rows[0];
}

/**
 * Whether a change that came first is the posted one by the same person: their form was posted twice, as by
 * Enter pressed twice, and its second post gets the answer of the first.
 * @param detail what the trail says of the posted change.
 */
export const isRepeated = (
  { by: actor }: Pick<ReviewPost, "by">,
  last: Awaited<ReturnType<typeof lastChange>>,
  detail: string | null = null,
): boolean => last?.staffId === actor.id && last.detail === detail;

/** The fields that all forms of the page share. */
export const typedValues = (fields: URLSearchParams): ReviewReply["values"] => ({
  status: fields.get("status") ?? "",
  reason: fields.get("reason") ?? "",
  note: fields.get("note") ?? "",
  onPaper: fields.get("onPaper") === "on",
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
