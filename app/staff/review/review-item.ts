import * as v from "valibot";
import { reviewKinds } from "./queue-filter";

/** A row of the review queue. Times are ISO strings in UTC. */
export const reviewItemSchema = v.object({
  id: v.string(),
  kind: v.picklist(reviewKinds),
  reference: v.string(),
  artistName: v.string(),
  title: v.string(),
  email: v.string(),
  status: v.string(),
  revision: v.number(),
  dueAt: v.string(),
  orderKey: v.string(),
  assignedTo: v.nullable(v.string()),
  assignedName: v.nullable(v.string()),
  createdAt: v.string(),
});

/** A submission, or an entry of the waiting list, as the queue lists it. */
export type ReviewItem = v.InferOutput<typeof reviewItemSchema>;

/** Whether its artist still waits for a reply. */
export const isAwaitingReply = ({ status }: Pick<ReviewItem, "status">) => status === "pending";

/** Whether the reply should have been there by now, as the sweep counts it too. */
export function isOverdue(item: Pick<ReviewItem, "status" | "dueAt">, now: Date): boolean {
  return isAwaitingReply(item) && item.dueAt < now.toISOString();
}

/** What an entry is called: artist and release, or that it is of the waiting list. */
export function itemName({ artistName, title }: Pick<ReviewItem, "artistName" | "title">): string {
  return title ? `${artistName}: ${title}` : artistName;
}
