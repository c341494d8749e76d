import * as v from "valibot";
import { NO_RELEASE_DATE } from "~/domain/submission/music/release-dates";
import { INITIAL_STATUS } from "~/reference/statuses";
import { type QueueCursor, type QueueSort, reviewKinds } from "./queue-filter";

/** SQLite stores booleans as numbers. */
const storedBoolean = v.pipe(
  v.number(),
  v.transform((value) => value === 1),
);

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
  /** How the artist came: `open`, `invited` or `returning`. */
  entry: v.string(),
  /** Whether it corrects a rejected submission. */
  isResent: storedBoolean,
  releaseType: v.nullable(v.string()),
  genre: v.nullable(v.string()),
  /** YYYY-MM-DD. */
  releaseDate: v.nullable(v.string()),
  trackCount: v.nullable(v.number()),
  hasFindings: storedBoolean,
  shortlistedAt: v.nullable(v.string()),
  /** When staff asked the artist for changes; null once there is another decision. */
  changesAskedAt: v.nullable(v.string()),
  /** When it waits for us again; null if it was never put off. */
  snoozedUntil: v.nullable(v.string()),
  /** Whether the artist has sent a new version of it. */
  isReplaced: storedBoolean,
});

export type ReviewItem = v.InferOutput<typeof reviewItemSchema>;

type Replied = Pick<ReviewItem, "status" | "changesAskedAt">;

export const isAwaitingReply = ({ status, changesAskedAt }: Replied) =>
  status === INITIAL_STATUS && changesAskedAt === null;

/** The sweep counts overdue entries by the same rule. */
export function isOverdue(item: Replied & Pick<ReviewItem, "dueAt">, now: Date): boolean {
  return isAwaitingReply(item) && item.dueAt < now.toISOString();
}

/** The position of an entry in the queue. */
export function cursorOf(
  { id, orderKey, createdAt, releaseDate }: ReviewItem,
  sort: QueueSort = "due",
): QueueCursor {
  const keys = { due: orderKey, received: createdAt, release: releaseDate ?? NO_RELEASE_DATE };
  return { key: keys[sort], id };
}

const DAY_MS = 86_400_000;
const dayNumber = (time: string) => Math.floor(Date.parse(time) / DAY_MS);

/** Calendar days in UTC from now until a reply is due; negative once it is overdue. */
export const daysUntil = (dueAt: string, now: Date) =>
  dayNumber(dueAt) - dayNumber(now.toISOString());

export function itemName({ artistName, title }: Pick<ReviewItem, "artistName" | "title">): string {
  return title ? `${artistName}: ${title}` : artistName;
}
