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
  /** When staff asked the artist for changes; null once there is another decision. */
  changesAskedAt: v.nullable(v.string()),
  dueAt: v.string(),
  orderKey: v.string(),
  assignedTo: v.nullable(v.string()),
  assignedName: v.nullable(v.string()),
  createdAt: v.string(),
});

export type ReviewItem = v.InferOutput<typeof reviewItemSchema>;

/** Whether an entry waits for our reply, and not for its artist. */
export const isAwaitingReply = ({
  status,
  changesAskedAt,
}: Pick<ReviewItem, "status" | "changesAskedAt">) =>
  status === "pending" && changesAskedAt === null;

/** The sweep counts overdue entries by the same rule. */
export function isOverdue(
  item: Pick<ReviewItem, "status" | "changesAskedAt" | "dueAt">,
  now: Date,
): boolean {
  return isAwaitingReply(item) && item.dueAt < now.toISOString();
}

export function itemName({ artistName, title }: Pick<ReviewItem, "artistName" | "title">): string {
  return title ? `${artistName}: ${title}` : artistName;
}
