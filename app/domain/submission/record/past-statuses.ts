import * as v from "valibot";
import { lastOf } from "~/platform/formats/last-of";
import { statusFacts } from "~/reference/statuses";
import { rejectionAnswers } from "./fix-link";

/** Times are ISO strings. */
export const pastStatusSchema = v.object({
  status: v.string(),
  at: v.string(),
  reason: v.optional(v.string()),
  id: v.optional(v.string()),
  /** What a rejection means, by its saved reason. */
  answer: v.optional(v.picklist(rejectionAnswers)),
  /** The status that was undone, where that has brought this one back. */
  undone: v.optional(v.string()),
});
export type PastStatus = v.InferOutput<typeof pastStatusSchema>;

const isPending = ({ status }: PastStatus) => statusFacts(status)?.waitsFor === "review";

/** A history without the decisions that were undone: the artist was never told of them. */
export function withoutUndone<T extends PastStatus>(history: readonly T[]): T[] {
  const validStatuses: T[] = [];
  for (const entry of history) {
    if (entry.undone === undefined) validStatuses.push(entry);
    else validStatuses.pop();
  }
  return validStatuses;
}
/** What the team wrote with the last status. */
export const lastReason = (history: readonly PastStatus[]): string | undefined =>
  lastOf(history)?.reason?.trim() || undefined;

/** The column `status_history`, without what was undone. */
export const pastStatusesSchema = v.pipe(
  v.array(pastStatusSchema),
  v.transform((history) => withoutUndone(history)),
);

export function rejectionReason(history: readonly PastStatus[]): string | undefined {
  const last = lastOf(history);
  return last && !isPending(last) ? lastReason(history) : undefined;
}
