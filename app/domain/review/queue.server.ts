import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import { staffPresence } from "~/domain/access/staff/desk-tables.server";
import { type Database, textListSql } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { foldSearchTexts } from "./fold-search-texts.server";
import { isFreeSql, markPresent } from "./presence.server";
import { MAX_SEARCH_RESULTS, type QueueCursor, type QueueFilter } from "./queue-filter";
import {
  allConditions,
  awaitsReplySql,
  COLUMNS,
  countQuery,
  forwards,
  pageQuery,
  QUEUE_PAGE_SIZE,
  type QueueRange,
  type QueueViewer,
  source,
  toConditions,
} from "./queue-query.server";
import { cursorOf, type ReviewItem, reviewItemSchema } from "./review-item";

const countSchema = v.object({
  overdue: v.number(),
  mine: v.number(),
  snoozed: v.number(),
  hits: v.number(),
  waiting: v.number(),
  "waiting-list": v.number(),
  artist: v.number(),
  all: v.number(),
});

const readItems = async (db: Database, query: SQL): Promise<ReviewItem[]> =>
  v.parse(v.array(reviewItemSchema), await db.all(query));

/**
 * A page of the queue; by due date, overdue entries come first. Two statements; a search also updates stale
 * search texts first.
 */
export async function queuePage(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
  range: QueueRange,
) {
  if (filter.q) await foldSearchTexts(db);
  const [reviewItems, [count]] = await Promise.all([
    readItems(db, pageQuery(filter, viewer, range)),
    db.all(countQuery(filter, viewer)),
  ]);
  const hasMore = reviewItems.length > QUEUE_PAGE_SIZE;
  const isBack = !range.after && range.before !== undefined;
  const items = reviewItems.slice(0, QUEUE_PAGE_SIZE);
  if (isBack) items.reverse();
  const { overdue, mine, snoozed, hits, ...views } = v.parse(countSchema, count);
  return {
    items,
    hasBefore: isBack ? hasMore : range.after !== undefined,
    hasAfter: isBack || hasMore,
    /** Counted up to `MAX_COUNT`. */
    overdue,
    mine,
    snoozed,
    /** Counted up to `MAX_VIEW_COUNT`. */
    views,
    tooMany: hits > MAX_SEARCH_RESULTS,
  };
}

export async function findReviewItem(db: Database, id: string): Promise<ReviewItem | undefined> {
  const [item] = await readItems(db, sql`SELECT ${COLUMNS} FROM review_items WHERE id = ${id}`);
  return item;
}

export const findReviewItems = (db: Database, ids: readonly string[]): Promise<ReviewItem[]> =>
  readItems(db, sql`SELECT ${COLUMNS} FROM review_items WHERE id IN ${textListSql(ids)}`);

/** The first entries of a filter, and whether there are more than `size`. */
export async function firstOfQueue(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
  size: number,
): Promise<{ items: ReviewItem[]; hasMore: boolean }> {
  if (filter.q) await foldSearchTexts(db);
  const items = await readItems(db, pageQuery(filter, viewer, {}, size));
  return { items: items.slice(0, size), hasMore: items.length > size };
}

/** The entries before and after a position, with the same filter. */
export async function findNeighbours(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
  cursor: QueueCursor,
): Promise<{ previous: ReviewItem | undefined; next: ReviewItem | undefined }> {
  if (filter.q) await foldSearchTexts(db);
  const [[previous], [next]] = await Promise.all([
    readItems(db, pageQuery(filter, viewer, { before: cursor }, 0)),
    readItems(db, pageQuery(filter, viewer, { after: cursor }, 0)),
  ]);
  return { previous, next };
}

/**
 * Gives out the entry that waits for a reply behind another of its kind, in the order of a filter; else the
 * first of the filter, else of all. One that a colleague looks at, or that is kept for them, is left out, and
 * the statement that chooses keeps it for this member of staff, so that of two who ask at once each gets another.
 * @param cursor where the other one stood before it was decided.
 * @param staysOpen whether the other one is still open; else the new one is.
 */
export async function nextFreeItem(
  db: Database,
  { staff, now }: { staff: Staff; now: Date },
  filter: QueueFilter,
  item: Pick<ReviewItem, "id" | "kind">,
  cursor: QueueCursor,
  staysOpen = false,
): Promise<ReviewItem | undefined> {
  if (filter.q) await foldSearchTexts(db);
  const { order, isBeyond } = forwards(filter.sort);
  const isOther = sql`kind = ${item.kind} AND ${awaitsReplySql(now)} AND id <> ${item.id}
    AND ${isFreeSql(staff.id, now)}`;
  const matching = allConditions([...toConditions(filter, { staffId: staff.id, now }), isOther]);
  const from = sql`SELECT id FROM ${source(filter)} WHERE ${matching}`;
  const byKind = sql`SELECT id FROM review_items INDEXED BY review_items_by_kind WHERE ${isOther}`;
  const chosenId = sql`coalesce((${from} AND ${isBeyond(cursor)} ${order} LIMIT 1),
    (${from} ${order} LIMIT 1), (${byKind} ${forwards("due").order} LIMIT 1))`;
  const [row] = await markPresent(db, {
    ...{ staff, now },
    ...(staysOpen ? { itemId: item.id, nextId: chosenId } : { itemId: chosenId }),
  }).returning({ id: staysOpen ? staffPresence.nextId : staffPresence.itemId });
  return row?.id ? findReviewItem(db, row.id) : undefined;
}

const EXPORT_PAGE_SIZE = 500;

/** All entries of a filter in order, in pages of `EXPORT_PAGE_SIZE`. */
export async function* streamReviewQueue(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
): AsyncGenerator<ReviewItem[]> {
  if (filter.q) await foldSearchTexts(db);
  let last: QueueCursor | undefined;
  for (;;) {
    const items = await readItems(
      db,
      pageQuery(filter, viewer, { after: last }, EXPORT_PAGE_SIZE - 1),
    );
    if (items.length > 0) yield items;
    const lastItem = items.at(-1);
    if (!lastItem || items.length < EXPORT_PAGE_SIZE) return;
    last = cursorOf(lastItem, filter.sort);
  }
}
