import * as v from "valibot";
import { reviewKinds } from "./queue-filter";

/** Times are ISO strings in UTC. */
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

export type ReviewItem = v.InferOutput<typeof reviewItemSchema>;

export const isAwaitingReply = ({ status }: Pick<ReviewItem, "status">) => status === "pending";

/** The sweep counts overdue entries by the same rule. */
export function isOverdue(item: Pick<ReviewItem, "status" | "dueAt">, now: Date): boolean {
  return isAwaitingReply(item) && item.dueAt < now.toISOString();
}

export function itemName({ artistName, title }: Pick<ReviewItem, "artistName" | "title">): string {
  return title ? `${artistName}: ${title}` : artistName;
}
