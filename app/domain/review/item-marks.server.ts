import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import type { AuditActor } from "~/domain/access/staff/audit.server";
import { reviewItems } from "~/domain/access/staff/staff-tables.server";
import { type Database, isOneOfSql } from "~/platform/database.server";
import { openStatuses } from "~/reference/statuses";
import { changeItem, type DeskDeps } from "./assign-item.server";
import { type ItemMarks, joinTags, parseTags } from "./item-marks";

/** The marks of an entry. */
export async function marksOf(db: Database, id: string): Promise<ItemMarks> {
  const { shortlistedAt, rating, tags } = reviewItems;
  const [row] = await db
    .select({ shortlistedAt, rating, tags })
    .from(reviewItems)
    .where(eq(reviewItems.id, id));
  if (!row) return { shortlistedAt: null, rating: null, tags: [] };
  return { ...row, tags: parseTags(row.tags) };
}

/**
 * Puts an entry on the shortlist, or takes it off.
 * @returns false if a colleague did so before.
 */
export function setShortlisted(
  deps: DeskDeps,
  id: string,
  isShortlisted: boolean,
  actor: AuditActor,
): Promise<boolean> {
  const { shortlistedAt } = reviewItems;
  const change = {
    isUnchanged: isShortlisted ? isNull(shortlistedAt) : isNotNull(shortlistedAt),
    set: { shortlistedAt: isShortlisted ? deps.clock().toISOString() : null },
  };
  const action = isShortlisted ? "put-on-shortlist" : "taken-off-shortlist";
  return changeItem(deps, id, change, { ...actor, action });
}

/**
 * Puts off an entry that waits for us; null has it wait again. Triggers end it once it has another answer.
 * @returns false if it waits no more, or a colleague did so before.
 */
export function setSnoozed(
  deps: DeskDeps,
  id: string,
  until: string | null,
  actor: AuditActor,
): Promise<boolean> {
  const { snoozedUntil, status, changesAskedAt } = reviewItems;
  const isWaiting = and(isOneOfSql(status, openStatuses), isNull(changesAskedAt));
  const change = {
    isUnchanged: and(sql`${snoozedUntil} IS NOT ${until}`, until === null ? undefined : isWaiting),
    set: { snoozedUntil: until },
  };
  if (until === null) return changeItem(deps, id, change, { ...actor, action: "snooze-ended" });
  return changeItem(deps, id, change, { ...actor, action: "item-snoozed", detail: until });
}

/**
 * Rates an entry from 1 to `MAX_RATING`; null clears the rating.
 * @param displayed the rating that the form displayed.
 * @returns false if a colleague has changed it since.
 */
export function setRating(
  deps: DeskDeps,
  id: string,
  { rating, displayed }: { rating: number | null; displayed: number | null },
  actor: AuditActor,
): Promise<boolean> {
  const change = { isUnchanged: sql`${reviewItems.rating} IS ${displayed}`, set: { rating } };
  const detail = rating === null ? "none" : String(rating);
  return changeItem(deps, id, change, { ...actor, action: "rating-set", detail });
}

/**
 * Sets the tags of an entry.
 * @param displayed the tags that the form displayed.
 * @returns false if a colleague has changed them since.
 */
export function setTags(
  deps: DeskDeps,
  id: string,
  { tags, displayed }: { tags: readonly string[]; displayed: readonly string[] },
  actor: AuditActor,
): Promise<boolean> {
  const change = {
    isUnchanged: eq(reviewItems.tags, JSON.stringify(displayed)),
    set: { tags: JSON.stringify(tags) },
  };
  const detail = joinTags(tags) || "none";
  return changeItem(deps, id, change, { ...actor, action: "tags-set", detail });
}

/** Of so many tagged entries, the latest, tags are offered. */
const MAX_READ = 500;
const MAX_KNOWN_TAGS = 100;

const tagRows = v.array(v.object({ tag: v.string() }));

/** The tags in use, the most used first. */
export async function listTags(db: Database): Promise<string[]> {
  const tagged = sql`SELECT tags FROM review_items INDEXED BY review_items_tagged WHERE tags <> '[]' ORDER BY number DESC LIMIT ${MAX_READ}`;
  const rows =
    await db.all(sql`SELECT tag.value AS tag FROM (${tagged}) AS tagged, json_each(tagged.tags) AS tag
    GROUP BY tag.value ORDER BY count(*) DESC, tag.value LIMIT ${MAX_KNOWN_TAGS}`);
  return v.parse(tagRows, rows).map(({ tag }) => tag);
}
