import { and, eq, lt, sql } from "drizzle-orm";
import { addDays, type Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Ids } from "~/platform/ids";
import { readSignedId, signId } from "~/platform/signed-id";
import { artists } from "./artist-tables.server";
import { calendarFeeds } from "./calendar-tables.server";

/** A calendar ends a year after its link was made, so that forgotten ones tell nothing for ever. */
const FEED_DAYS = 365;

export interface FeedOwner {
  ownerKind: "artist" | "staff";
  ownerId: string;
}

type CalendarFeed = typeof calendarFeeds.$inferSelect;

const isOwnedBy = ({ ownerKind, ownerId }: FeedOwner) =>
  and(eq(calendarFeeds.ownerKind, ownerKind), eq(calendarFeeds.ownerId, ownerId));

/** The secret address of a calendar, without the site. */
export async function calendarPath(secret: string, { id }: Pick<CalendarFeed, "id">) {
  return `/api/calendar/${await signId(secret, "calendar", id)}/dates.ics`;
}

/** The calendar of an owner; undefined if there is none, or it has ended. */
export async function findOwnFeed(
  db: Database,
  owner: FeedOwner,
  now: Date,
): Promise<CalendarFeed | undefined> {
  const [feed] = await db.select().from(calendarFeeds).where(isOwnedBy(owner));
  return feed && feed.expiresAt > now.toISOString() ? feed : undefined;
}

/** Makes the calendar of an owner, or gives it a new address, which ends the one before. */
export async function renewFeed(
  { db, clock, ids }: { db: Database; clock: Clock; ids: Ids },
  owner: FeedOwner,
  timeZone: string,
): Promise<void> {
  const now = clock();
  const feed = {
    ...{ id: ids.next(now), timeZone, createdAt: now.toISOString() },
    expiresAt: addDays(now, FEED_DAYS).toISOString(),
  };
  await db
    .insert(calendarFeeds)
    .values({ ...owner, ...feed })
    .onConflictDoUpdate({ target: [calendarFeeds.ownerKind, calendarFeeds.ownerId], set: feed });
}

/** The statement that ends the calendar of an owner. */
export const endFeedStatement = (db: Database, owner: FeedOwner) =>
  db.delete(calendarFeeds).where(isOwnedBy(owner));

/** The calendar of a secret address; undefined where that is wrong or has ended, or its account has. */
export async function followFeed(
  db: Database,
  { secret, token, now }: { secret: string; token: string; now: Date },
): Promise<CalendarFeed | undefined> {
  const id = await readSignedId(secret, "calendar", token);
  if (id === undefined) return undefined;
  const isAlive = sql`(${calendarFeeds.ownerKind} = 'staff' OR EXISTS (SELECT 1 FROM ${artists}
    WHERE ${artists.id} = ${calendarFeeds.ownerId} AND ${artists.status} = 'Active' AND ${artists.deletedAt} IS NULL))`;
  const [feed] = await db
    .select()
    .from(calendarFeeds)
    .where(and(eq(calendarFeeds.id, id), isAlive));
  return feed && feed.expiresAt > now.toISOString() ? feed : undefined;
}

/** Forgets calendars that have ended. */
export async function purgeFeeds(db: Database, now: Date): Promise<void> {
  await db.delete(calendarFeeds).where(lt(calendarFeeds.expiresAt, now.toISOString()));
}
