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
  searchWords,
} from "./queue-filter";
import { type ReviewItem, reviewItemSchema } from "./review-item";

/** Entries on a page. */
export const QUEUE_PAGE_SIZE = 50;

/** Who looks at the queue, and when: what is mine, and what is overdue. */
interface Looking {
  staffId: string;
  now: Date;
}

const COLUMNS = sql.raw(
  `id, kind, reference, artist_name AS artistName, title, email, status, revision, due_at AS dueAt,
   order_key AS orderKey, assigned_to AS assignedTo, assigned_name AS assignedName,
   created_at AS createdAt`,
);
const every = (conditions: readonly SQL[]) =>
  conditions.length > 0 ? sql.join([...conditions], sql` AND `) : sql`TRUE`;

/** The latest entries whose names have all words, as the numbers of their rows. */
function found({ long, short }: ReturnType<typeof searchWords>, most: number): SQL {
  if (long.length + short.length === 0) return sql`SELECT 0 AS rowid WHERE FALSE`;
  return long.length > 0
    ? sql`SELECT rowid FROM review_search WHERE review_search MATCH ${ftsQuery(long)} ORDER BY rowid DESC LIMIT ${most}`
    : sql`SELECT rowid FROM review_words WHERE review_words MATCH ${ftsQuery(short, "*")} ORDER BY rowid DESC LIMIT ${most}`;
}

/** Short words beside long ones that are looked for: D1 binds at most 100 values to a statement. */
const MOST_SHORT = 20;

/** What keeps an entry in a list; each of them alone can be looked up by an index. */
function conditionsOf(filter: QueueFilter, { staffId, now }: Looking): SQL[] {
  const words = searchWords(filter.q);
  const conditions: SQL[] = [];
  if (words.long.length > 0)
    for (const word of words.short.slice(0, MOST_SHORT))
      conditions.push(sql`instr(lower(search_text), ${word}) > 0`);
  if (filter.kind) conditions.push(sql`kind = ${filter.kind}`);
  if (filter.status) conditions.push(sql`status = ${filter.status}`);
  if (filter.mine) conditions.push(sql`assigned_to = ${staffId}`);
  // What waits for a reply has the keys that begin with 0, and its due date behind that.
  if (filter.overdue) conditions.push(sql`order_key < ${`0${now.toISOString()}`}`);
  return conditions;
}

/** The index whose order is that of the queue and which leaves out most of what is not asked for. */
function indexFor({ kind, status, mine }: QueueFilter): string {
  if (mine) return "review_items_by_assigned";
  if (kind && status) return "review_items_by_kind_status";
  if (kind) return "review_items_by_kind";
  return status ? "review_items_by_status" : "review_items_in_order";
}

/** Where a list is read from: what a search has found, or an index in the order of the queue. */
function source(filter: QueueFilter): SQL {
  if (!filter.q) return sql.raw(`review_items INDEXED BY ${indexFor(filter)}`);
  const hits = found(searchWords(filter.q), MAX_SEARCH_RESULTS);
  return sql`(${hits}) AS hits CROSS JOIN review_items ON number = hits.rowid`;
}

const after = ({ orderKey, id }: QueueCursor) => sql`(order_key, id) > (${orderKey}, ${id})`;
const before = ({ orderKey, id }: QueueCursor) => sql`(order_key, id) < (${orderKey}, ${id})`;
const FORTH = sql.raw("ORDER BY order_key, id");
const BACK = sql.raw("ORDER BY order_key DESC, id DESC");

/** A part of the queue from one place on, forth or back. */
interface QueuePart {
  after?: QueueCursor | undefined;
  before?: QueueCursor | undefined;
}

/** The statement that gives a page of the queue, and one more to tell whether it goes on. */
export function pageQuery(
  filter: QueueFilter,
  looking: Looking,
  part: QueuePart,
  size = QUEUE_PAGE_SIZE,
): SQL {
  const conditions = conditionsOf(filter, looking);
  if (part.after) conditions.push(after(part.after));
  else if (part.before) conditions.push(before(part.before));
  const order = !part.after && part.before ? BACK : FORTH;
  return sql`SELECT ${COLUMNS} FROM ${source(filter)} WHERE ${every(conditions)} ${order} LIMIT ${size + 1}`;
}

/** The statement that counts what a page tells beside its entries, as far as {@link MAX_COUNT}. */
export function countQuery({ q }: QueueFilter, { staffId, now }: Looking): SQL {
  const countFrom = (from: SQL, most: number) =>
    sql`(SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ${most}))`;
  const overdue = sql`review_items WHERE order_key < ${`0${now.toISOString()}`}`;
  const mine = sql`review_items WHERE assigned_to = ${staffId} AND order_key < '1'`;
  const hits = q
    ? sql`(SELECT count(*) FROM (${found(searchWords(q), MAX_SEARCH_RESULTS + 1)}))`
    : sql`0`;
  return sql`SELECT ${countFrom(overdue, MAX_COUNT)} AS overdue, ${countFrom(mine, MAX_COUNT)} AS mine, ${hits} AS hits`;
}

const countSchema = v.object({ overdue: v.number(), mine: v.number(), hits: v.number() });

/** A page of the queue: its entries, and whether there are others before and behind them. */
interface QueuePage {
  items: ReviewItem[];
  hasBefore: boolean;
  hasAfter: boolean;
  /** As far as they are counted. */
  overdue: number;
  mine: number;
  /** Whether a search found more than it gives. */
  tooMany: boolean;
}

/**
 * A page of the queue in the order of its due dates, what is overdue first. Two statements, and for a
 * search those that make findable what has just come.
 */
export async function queuePage(
  db: Database,
  filter: QueueFilter,
  looking: Looking,
  part: QueuePart,
): Promise<QueuePage> {
  if (filter.q) await foldSearchTexts(db);
  const [rows, [count]] = await Promise.all([
    db.all(pageQuery(filter, looking, part)),
    db.all(countQuery(filter, looking)),
  ]);
  const reviewItems = v.parse(v.array(reviewItemSchema), rows);
  const goesOn = reviewItems.length > QUEUE_PAGE_SIZE;
  const isBack = !part.after && part.before !== undefined;
  const items = reviewItems.slice(0, QUEUE_PAGE_SIZE);
  if (isBack) items.reverse();
  const { overdue, mine, hits } = v.parse(countSchema, count);
  return {
    items,
    hasBefore: isBack ? goesOn : part.after !== undefined,
    hasAfter: isBack || goesOn,
    overdue,
    mine,
    tooMany: hits > MAX_SEARCH_RESULTS,
  };
}

/** The entry with this id, of either kind. */
export async function findReviewItem(db: Database, id: string): Promise<ReviewItem | undefined> {
  const [row] = await db.all(sql`SELECT ${COLUMNS} FROM review_items WHERE id = ${id}`);
  return row === undefined ? undefined : v.parse(reviewItemSchema, row);
}

/** The entries with these ids, at most a page of them. */
export async function findReviewItems(db: Database, ids: readonly string[]): Promise<ReviewItem[]> {
  const idList = sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  );
  const rows = await db.all(sql`SELECT ${COLUMNS} FROM review_items WHERE id IN (${idList})`);
  return v.parse(v.array(reviewItemSchema), rows);
}

/** The statements that give the entries before and behind a place, with the same filter. */
export function neighbourQueries(filter: QueueFilter, looking: Looking, place: QueueCursor) {
  const beside = (where: SQL, order: SQL) =>
    sql`SELECT ${COLUMNS} FROM ${source(filter)} WHERE ${every([...conditionsOf(filter, looking), where])} ${order} LIMIT 1`;
  return [beside(before(place), BACK), beside(after(place), FORTH)] as const;
}

/** What stands before and behind a place of the queue. */
export async function neighboursOf(
  db: Database,
  filter: QueueFilter,
  looking: Looking,
  place: QueueCursor,
): Promise<{ previous: ReviewItem | undefined; next: ReviewItem | undefined }> {
  const [previous, next] = await Promise.all(
    neighbourQueries(filter, looking, place).map(async (query) => {
      const [row] = await db.all(query);
      return row === undefined ? undefined : v.parse(reviewItemSchema, row);
    }),
  );
  return { previous, next };
}

const ALL: QueueFilter = { q: "", status: "", kind: "", overdue: false, mine: false };
/** Entries that one statement of an export reads. */
const EXPORTED = 500;

/** Every entry of the queue in its order, some hundreds at a time. */
export async function* wholeQueue(db: Database, looking: Looking): AsyncGenerator<ReviewItem[]> {
  let last: QueueCursor | undefined;
  for (;;) {
    const rows = await db.all(pageQuery(ALL, looking, { after: last }, EXPORTED - 1));
    const items = v.parse(v.array(reviewItemSchema), rows);
    if (items.length > 0) yield items;
    last = items.at(-1);
    if (!last || items.length < EXPORTED) return;
  }
}
