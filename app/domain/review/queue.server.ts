import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { foldSearchTexts } from "./fold-search-texts.server";
import {
  ftsQuery,
  MAX_COUNT,
  MAX_SEARCH_RESULTS,
  type QueueCursor,
  type QueueFilter,
  searchTerms,
} from "./queue-filter";
import { type ReviewItem, reviewItemSchema } from "./review-item";

export const QUEUE_PAGE_SIZE = 50;

/** For "mine" and "overdue". */
interface QueueViewer {
  staffId: string;
  now: Date;
}

const COLUMNS = sql.raw(
  `id, kind, reference, artist_name AS artistName, title, email, status, revision,
   changes_asked_at AS changesAskedAt, due_at AS dueAt, order_key AS orderKey, assigned_to AS assignedTo, assigned_name AS assignedName,
   created_at AS createdAt`,
);
const allConditions = (conditions: readonly SQL[]) =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`TRUE`;

/** The latest matching entries, as row numbers. */
function searchSql({ long, short }: ReturnType<typeof searchTerms>, limit: number): SQL {
  if (long.length + short.length === 0) return sql`SELECT 0 AS rowid WHERE FALSE`;
  return long.length > 0
    ? sql`SELECT rowid FROM review_search WHERE review_search MATCH ${ftsQuery(long)} ORDER BY rowid DESC LIMIT ${limit}`
    : sql`SELECT rowid FROM review_words WHERE review_words MATCH ${ftsQuery(short, "*")} ORDER BY rowid DESC LIMIT ${limit}`;
}

/** D1 binds at most 100 values per statement. */
const MAX_SHORT_WORDS = 20;

/** Conditions of a filter; each can use an index. */
function toConditions(filter: QueueFilter, { staffId, now }: QueueViewer): SQL[] {
  const words = searchTerms(filter.q);
  const conditions: SQL[] = [];
  if (words.long.length > 0)
    for (const word of words.short.slice(0, MAX_SHORT_WORDS))
      conditions.push(sql`instr(lower(search_text), ${word}) > 0`);
  if (filter.kind) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.mine) conditions.push(sql`assigned_to = ${staffId}`);
  // Keys of unanswered entries begin with 0, then their due date.
  if (filter.overdue) conditions.push(sql`order_key < ${`0${now.toISOString()}`}`);
  return conditions;
}

/** The index in queue order that filters the most. */
function indexFor({ kind, status, mine }: QueueFilter): string {
  if (mine) return "review_items_by_assigned";
  if (kind && status) return "review_items_by_kind_status";
  if (kind) return "review_items_by_kind";
  return status ? "review_items_by_status" : "review_items_in_order";
}

/** A search's results, or an index in queue order. */
function source(filter: QueueFilter): SQL {
  if (!filter.q) return sql.raw(`review_items INDEXED BY ${indexFor(filter)}`);
  const hits = searchSql(searchTerms(filter.q), MAX_SEARCH_RESULTS);
  return sql`(${hits}) AS hits CROSS JOIN review_items ON number = hits.rowid`;
}

const isAfter = ({ orderKey, id }: QueueCursor) => sql`(order_key, id) > (${orderKey}, ${id})`;
const isBefore = ({ orderKey, id }: QueueCursor) => sql`(order_key, id) < (${orderKey}, ${id})`;
const FORWARD = sql.raw("ORDER BY order_key, id");
const BACKWARD = sql.raw("ORDER BY order_key DESC, id DESC");

interface QueueRange {
  after?: QueueCursor | undefined;
  before?: QueueCursor | undefined;
}

/** Reads a page, and one more entry to tell whether there are more. */
export function pageQuery(
  filter: QueueFilter,
  viewer: QueueViewer,
  range: QueueRange,
  size = QUEUE_PAGE_SIZE,
): SQL {
  const conditions = toConditions(filter, viewer);
  if (range.after) conditions.push(isAfter(range.after));
  else if (range.before) conditions.push(isBefore(range.before));
  const order = !range.after && range.before ? BACKWARD : FORWARD;
  return sql`SELECT ${COLUMNS} FROM ${source(filter)} WHERE ${allConditions(conditions)} ${order} LIMIT ${size + 1}`;
}

/** Counts overdue, assigned and found entries, up to {@link MAX_COUNT}. */
export function countQuery({ q }: QueueFilter, { staffId, now }: QueueViewer): SQL {
  const countFrom = (from: SQL, limit: number) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${limit}))`;
  const overdue = sql`review_items WHERE order_key < ${`0${now.toISOString()}`}`;
  const mine = sql`review_items WHERE assigned_to = ${staffId} AND order_key < '1'`;
  const hits = q
    ? sql`(SELECT count(*) FROM (${searchSql(searchTerms(q), MAX_SEARCH_RESULTS + 1)}))`
    : sql`0`;
  return sql`SELECT ${countFrom(overdue, MAX_COUNT)} AS overdue, ${countFrom(mine, MAX_COUNT)} AS mine, ${hits} AS hits`;
}

const countSchema = v.object({ overdue: v.number(), mine: v.number(), hits: v.number() });

interface QueuePage {
  items: ReviewItem[];
  hasBefore: boolean;
  hasAfter: boolean;
  /** Counted up to `MAX_COUNT`. */
  overdue: number;
  mine: number;
  tooMany: boolean;
}

/**
 * A page of the queue by due date, overdue entries first. Two statements; a search also updates stale
 * search texts first.
 */
export async function queuePage(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
  range: QueueRange,
): Promise<QueuePage> {
  if (filter.q) await foldSearchTexts(db);
  const [rows, [count]] = await Promise.all([
    db.all(pageQuery(filter, viewer, range)),
    db.all(countQuery(filter, viewer)),
  ]);
  const reviewItems = v.parse(v.array(reviewItemSchema), rows);
  const hasMore = reviewItems.length > QUEUE_PAGE_SIZE;
  const isBack = !range.after && range.before !== undefined;
  const items = reviewItems.slice(0, QUEUE_PAGE_SIZE);
  if (isBack) items.reverse();
  const { overdue, mine, hits } = v.parse(countSchema, count);
  return {
    items,
    hasBefore: isBack ? hasMore : range.after !== undefined,
    hasAfter: isBack || hasMore,
    overdue,
    mine,
    tooMany: hits > MAX_SEARCH_RESULTS,
  };
}

export async function findReviewItem(db: Database, id: string): Promise<ReviewItem | undefined> {
  const [row] = await db.all(sql`SELECT ${COLUMNS} FROM review_items WHERE id = ${id}`);
  return row === undefined ? undefined : v.parse(reviewItemSchema, row);
}

export async function findReviewItems(db: Database, ids: readonly string[]): Promise<ReviewItem[]> {
  const idList = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM review_items WHERE id IN (${idList})`);
  return v.parse(v.array(reviewItemSchema), rows);
}

export function neighbourQueries(filter: QueueFilter, viewer: QueueViewer, cursor: QueueCursor) {
  const neighbourQuery = (condition: SQL, order: SQL) =>
    sql`SELECT ${COLUMNS} FROM ${source(filter)} WHERE ${allConditions([...toConditions(filter, viewer), condition])} ${order} LIMIT 1`;
  return [
    neighbourQuery(isBefore(cursor), BACKWARD),
    neighbourQuery(isAfter(cursor), FORWARD),
  ] as const;
}

/** The entries before and after a position, with the same filter. */
export async function findNeighbours(
  db: Database,
  filter: QueueFilter,
  viewer: QueueViewer,
  cursor: QueueCursor,
): Promise<{ previous: ReviewItem | undefined; next: ReviewItem | undefined }> {
  const [previous, next] = await Promise.all(
    neighbourQueries(filter, viewer, cursor).map(async (query) => {
      const [row] = await db.all(query);
      return row === undefined ? undefined : v.parse(reviewItemSchema, row);
    }),
  );
  return { previous, next };
}

/** The entry of a kind that waits longest for a reply behind a position, else of all. */
export async function findNextWaiting(
  db: Database,
  { kind, id }: Pick<ReviewItem, "kind" | "id">,
  cursor: QueueCursor,
): Promise<ReviewItem | undefined> {
  const from = (
    condition: SQL,
  ) => sql`SELECT ${COLUMNS} FROM review_items INDEXED BY review_items_by_kind
    WHERE kind = ${kind} AND order_key < '1' AND id <> ${id} AND ${condition} ${FORWARD} LIMIT 1`;
  const [[after], [first]] = await Promise.all([
    db.all(from(isAfter(cursor))),
    db.all(from(sql`TRUE`)),
  ]);
  const row = after ?? first;
  return row === undefined ? undefined : v.parse(reviewItemSchema, row);
}

const EMPTY_FILTER: QueueFilter = { q: "", status: "", kind: "", overdue: false, mine: false };
const EXPORT_PAGE_SIZE = 500;

/** The whole queue in order, in pages of `EXPORT_PAGE_SIZE`. */
export async function* streamReviewQueue(
  db: Database,
  viewer: QueueViewer,
): AsyncGenerator<ReviewItem[]> {
  let last: QueueCursor | undefined;
  for (;;) {
    const rows = await db.all(
      pageQuery(EMPTY_FILTER, viewer, { after: last }, EXPORT_PAGE_SIZE - 1),
    );
    const items = v.parse(v.array(reviewItemSchema), rows);
    if (items.length > 0) yield items;
    last = items.at(-1);
    if (!last || items.length < EXPORT_PAGE_SIZE) return;
  }
}
