import { type SQL, sql } from "drizzle-orm";
import { NO_RELEASE_DATE } from "~/domain/submission/music/release-dates";
import { isOneOfSql } from "~/platform/database.server";
import { INITIAL_STATUS, openStatuses } from "~/reference/statuses";
import {
  ftsQuery,
  MAX_COUNT,
  MAX_SEARCH_RESULTS,
  MAX_VIEW_COUNT,
  type QueueCursor,
  type QueueFilter,
  type QueueSort,
  type QueueView,
  searchTerms,
  viewOf,
} from "./queue-filter";

export const QUEUE_PAGE_SIZE = 50;

/** For "mine" and "overdue". */
export interface QueueViewer {
  staffId: string;
  now: Date;
}

export const COLUMNS = sql.raw(
  [
    "id, kind, reference, artist_name AS artistName, title, email, status, revision",
    "due_at AS dueAt, order_key AS orderKey, assigned_to AS assignedTo",
    "assigned_name AS assignedName, created_at AS createdAt, entry, is_resent AS isResent",
    "release_type AS releaseType, genre, release_date AS releaseDate, track_count AS trackCount",
    "has_findings AS hasFindings, shortlisted_at AS shortlistedAt",
    "changes_asked_at AS changesAskedAt, snoozed_until AS snoozedUntil",
    "EXISTS (SELECT 1 FROM submissions AS newer WHERE newer.resend_of = review_items.id) AS isReplaced",
  ].join(", "),
);

/** Whether an entry is not snoozed, or its time has come. */
export const isAwakeSql = (now: Date): SQL =>
  sql`(snoozed_until IS NULL OR snoozed_until <= ${now.toISOString()})`;

/** Keys of unanswered entries begin with 0. */
export const awaitsReplySql = (now: Date): SQL =>
  sql`order_key < '1' AND changes_asked_at IS NULL AND ${isAwakeSql(now)}`;

export const allConditions = (conditions: readonly SQL[]) =>
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

const isOpen = isOneOfSql(sql`status`, openStatuses);

/** As the partial indexes of `review_items` have them, word for word. */
const viewConditions: Readonly<Record<QueueView, SQL | undefined>> = {
  waiting: sql`kind = 'submission' AND ${isOpen} AND changes_asked_at IS NULL`,
  "waiting-list": sql`kind = 'waiting' AND status = ${INITIAL_STATUS}`,
  artist: sql`changes_asked_at IS NOT NULL AND ${isOpen}
    AND NOT EXISTS (SELECT 1 FROM submissions AS newer WHERE newer.resend_of = review_items.id)`,
  all: undefined,
};

const viewCondition = (view: QueueView, now: Date): SQL | undefined =>
  view === "waiting" || view === "waiting-list"
    ? sql`${viewConditions[view]} AND ${isAwakeSql(now)}`
    : viewConditions[view];

const isSnoozedSql = (now: Date) => sql`snoozed_until > ${now.toISOString()}`;

const isOverdueSql = (now: Date) =>
  sql`order_key < ${`0${now.toISOString()}`} AND changes_asked_at IS NULL`;

/** Conditions of a filter. */
export function toConditions(filter: QueueFilter, { staffId, now }: QueueViewer): SQL[] {
  const words = searchTerms(filter.q);
  const conditions: SQL[] = [];
  if (words.long.length > 0)
    for (const word of words.short.slice(0, MAX_SHORT_WORDS))
      conditions.push(sql`instr(lower(search_text), ${word}) > 0`);
  const view = viewCondition(viewOf(filter), now);
  if (view) conditions.push(view);
  if (filter.kind) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.type) conditions.push(sql`release_type = ${filter.type}`);
  if (filter.genre) conditions.push(sql`genre = ${filter.genre}`);
  // Of the waiting list nobody was invited, and nobody returns.
  if (filter.entry) conditions.push(sql`entry = ${filter.entry} AND kind = 'submission'`);
  if (filter.mine) conditions.push(sql`assigned_to = ${staffId}`);
  if (filter.findings) conditions.push(sql`has_findings = 1`);
  if (filter.shortlist) conditions.push(sql`shortlisted_at IS NOT NULL`);
  if (filter.snoozed) conditions.push(isSnoozedSql(now));
  if (filter.overdue) conditions.push(isOverdueSql(now));
  return conditions;
}

const INDEX_OF_VIEW: Readonly<Record<Exclude<QueueView, "all">, string>> = {
  waiting: "review_items_waiting",
  "waiting-list": "review_items_by_kind_status",
  artist: "review_items_changes_asked",
};

const INDEX_OF_SORT = {
  received: "review_items_by_received",
  release: "review_items_by_release_date",
};

/**
 * The index that leaves the fewest rows to look at. Views but 'All', 'Mine', what is snoozed and the shortlist have few, and
 * are sorted when another order is asked for.
 */
function indexFor(filter: QueueFilter): string {
  const { kind, status, mine, shortlist, snoozed, sort } = filter;
  const view = viewOf(filter);
  if (view !== "all") return INDEX_OF_VIEW[view];
  if (snoozed) return "review_items_snoozed";
  if (mine) return "review_items_by_assigned";
  if (shortlist) return "review_items_shortlisted";
  if (sort !== "due") return INDEX_OF_SORT[sort];
  if (kind && status) return "review_items_by_kind_status";
  if (kind) return "review_items_by_kind";
  return status ? "review_items_by_status" : "review_items_in_order";
}

/** A search's results, or an index. */
export function source(filter: QueueFilter): SQL {
  if (!filter.q) return sql.raw(`review_items INDEXED BY ${indexFor(filter)}`);
  const hits = searchSql(searchTerms(filter.q), MAX_SEARCH_RESULTS);
  return sql`(${hits}) AS hits CROSS JOIN review_items ON number = hits.rowid`;
}

/** As the indexes have them. */
const SORT_KEYS: Readonly<Record<QueueSort, string>> = {
  due: "order_key",
  received: "created_at",
  release: `CASE WHEN release_date IS NULL THEN '${NO_RELEASE_DATE}' ELSE release_date END`,
};

/** The order of a queue, forwards or backwards, and the condition for what comes behind a position. */
function direction(sort: QueueSort, isForward: boolean) {
  const key = sql.raw(SORT_KEYS[sort]);
  // The latest is received first.
  const isAscending = (sort !== "received") === isForward;
  const [bound, beyond] = isAscending ? [sql`>=`, sql`>`] : [sql`<=`, sql`<`];
  const way = isAscending ? sql`ASC` : sql`DESC`;
  return {
    order: sql`ORDER BY ${key} ${way}, id ${way}`,
    // The first condition is for the index of an expression, which is not used by the second.
    isBeyond: (cursor: QueueCursor) =>
      sql`${key} ${bound} ${cursor.key} AND (${key}, id) ${beyond} (${cursor.key}, ${cursor.id})`,
  };
}

export const forwards = (sort: QueueSort) => direction(sort, true);
const backwards = (sort: QueueSort) => direction(sort, false);

export interface QueueRange {
  after?: QueueCursor | undefined;
  before?: QueueCursor | undefined;
}

/** Reads a page, and one more entry to tell whether there are more. */
export function pageQuery(
  filter: QueueFilter,
  viewer: QueueViewer,
  { after, before }: QueueRange,
  size = QUEUE_PAGE_SIZE,
): SQL {
  const isBack = !after && before;
  const { order, isBeyond } = isBack ? backwards(filter.sort) : forwards(filter.sort);
  const cursor = after ?? before;
  const conditions = toConditions(filter, viewer);
  if (cursor) conditions.push(isBeyond(cursor));
  return sql`SELECT ${COLUMNS} FROM ${source(filter)} WHERE ${allConditions(conditions)} ${order} LIMIT ${size + 1}`;
}

/** Counts overdue, assigned, snoozed and found entries, and those of the views, each up to a limit. */
export function countQuery({ q }: QueueFilter, { staffId, now }: QueueViewer): SQL {
  const countFrom = (from: SQL, limit: number) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${limit}))`;
  const overdue = sql`review_items WHERE ${isOverdueSql(now)}`;
  const mine = sql`review_items WHERE assigned_to = ${staffId} AND ${awaitsReplySql(now)}`;
  const snoozed = sql`review_items INDEXED BY review_items_snoozed WHERE ${isSnoozedSql(now)}`;
  const hits = q
    ? sql`(SELECT count(*) FROM (${searchSql(searchTerms(q), MAX_SEARCH_RESULTS + 1)}))`
    : sql`0`;
  const countView = (view: keyof typeof INDEX_OF_VIEW) =>
    countFrom(
      sql`${sql.raw(`review_items INDEXED BY ${INDEX_OF_VIEW[view]}`)} WHERE ${viewCondition(view, now)}`,
      MAX_VIEW_COUNT,
    );
  return sql`SELECT ${countFrom(overdue, MAX_COUNT)} AS overdue, ${countFrom(mine, MAX_COUNT)} AS mine,
    ${countFrom(snoozed, MAX_COUNT)} AS snoozed, ${hits} AS hits,
    ${countView("waiting")} AS waiting, ${countView("waiting-list")} AS "waiting-list",
    ${countView("artist")} AS artist, ${countFrom(sql`review_items`, MAX_VIEW_COUNT)} AS "all"`;
}
