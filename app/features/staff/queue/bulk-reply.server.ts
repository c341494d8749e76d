import * as v from "valibot";
import { type MailOutcome, mailOutcomes } from "~/domain/mail/mail-outcome";
import type { ItemVersion } from "~/domain/review/decision";
import { findReviewItems } from "~/domain/review/queue.server";
import { MAX_CHOSEN } from "~/domain/review/queue-filter";
import { itemName } from "~/domain/review/review-item";
import type { FieldErrors } from "~/forms/form-reply";
import type { SubmissionStatus } from "~/reference/statuses";
import type { AppContext } from "~/session/app-context";

export interface BulkPreview {
  kind: "asked";
  chosen: {
    seen: ItemVersion;
    name: string;
    status: string;
    email: string;
    /** Why it would be skipped. */
    why?: string | undefined;
    /** Undefined if it gets no mail, or the decision is incomplete. */
    fate: MailOutcome | undefined;
  }[];
  /** Allowed statuses: fewer if all entries are of the waiting list. */
  statuses: readonly SubmissionStatus[];
  values: { status: string; reason: string };
  errors: FieldErrors;
  /** Whether more entries match than can be chosen. */
  hasMore: boolean;
  /** One sample mail per kind of entry; the others differ in names only. */
  previews: { subject: string; text: string; to: string }[];
}

export interface BulkResult {
  kind: "done";
  status: string;
  done: { id: string; name: string; fate: MailOutcome; revision?: number }[];
  left: { id: string; name: string; why: string }[];
  /** What is to be decided by the next request. */
  rest?: { items: ItemVersion[]; values: BulkPreview["values"] } | undefined;
}

export type SeveralReply = BulkPreview | BulkResult;

/** The result in few bytes for the page after the redirect: ids grouped by outcome. */
const packedDoneSchema = v.object({
  status: v.string(),
  done: v.array(v.tuple([v.picklist(mailOutcomes), v.array(v.string())])),
  left: v.array(v.tuple([v.string(), v.array(v.string())])),
});
type PackedDone = v.InferOutput<typeof packedDoneSchema>;
/** With the filter of the queue to go back to. */
export const bulkResultSchema = v.object({ back: v.string(), done: packedDoneSchema });

/** Groups ids by key, in order of first appearance. */
function groupIds<Key extends string>(rows: readonly (readonly [Key, string])[]) {
  const groups = new Map<Key, string[]>();
  for (const [key, id] of rows) groups.set(key, [...(groups.get(key) ?? []), id]);
  return [...groups];
}

export const packDone = ({ status, done, left }: BulkResult): PackedDone => ({
  status,
  done: groupIds(done.map(({ id, fate }) => [fate, id])),
  left: groupIds(left.map(({ id, why }) => [why, id])),
});

/** Restores a packed result, with current names. */
export async function unpackDone(
  { db }: Pick<AppContext, "db">,
  { status, done, left }: PackedDone,
): Promise<BulkResult> {
  const ids = [...done, ...left].flatMap(([, groupedIds]) => groupedIds).slice(0, MAX_CHOSEN);
  const items = await findReviewItems(db, ids);
  const toNamedItem = (id: string) => {
    const item = items.find((entry) => entry.id === id);
    return { id, name: item ? itemName(item) : id };
  };
  return {
    kind: "done",
    status,
    done: done.flatMap(([fate, groupedIds]) =>
      groupedIds.map((id) => ({ ...toNamedItem(id), fate })),
    ),
    left: left.flatMap(([why, groupedIds]) =>
      groupedIds.map((id) => ({ ...toNamedItem(id), why })),
    ),
  };
}
