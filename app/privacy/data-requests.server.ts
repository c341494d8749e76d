import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { artists, dataRequests } from "~/artists/artist-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import { ANSWER_DAYS, DELETION_GRACE_DAYS, EXPORTS_A_DAY } from "./retention-periods";

export type DataRequest = typeof dataRequests.$inferSelect;

const {
  artistId: of,
  kind,
  createdAt,
  startsAt,
  startedAt,
  doneAt,
  cancelledAt,
  id,
} = dataRequests;
const isOpen = and(isNull(doneAt), isNull(cancelledAt));

/**
 * Writes down that an artist takes everything with them. The statement itself counts: of any number at
 * once no more than {@link EXPORTS_A_DAY} in 24 hours get through.
 * @returns whether this one did.
 */
export async function recordExport(
  db: Database,
  request: { id: string; artistId: string; now: Date },
): Promise<boolean> {
  const { artistId, now } = request;
  const at = now.toISOString();
  const since = addDays(now, -1).toISOString();
  const due = addDays(now, ANSWER_DAYS).toISOString();
  const today = sql`(SELECT count(*) FROM ${dataRequests}
    WHERE ${and(eq(of, artistId), eq(kind, "export"), gt(createdAt, since))})`;
  // In the order of the table's columns.
  const rows = await db
    .insert(dataRequests)
    .select(
      sql`SELECT ${request.id}, ${artistId}, 'export', ${due}, ${at}, NULL, NULL, NULL, ${at}, NULL, ${at}
        WHERE ${today} < ${EXPORTS_A_DAY}`,
    )
    .returning({ id });
  return rows.length > 0;
}

/**
 * Writes down, once, that an account is to be deleted: an index allows one at a time, whoever asks.
 * @param more `alongside`: what is written in the same batch where this call did it; `when`: a condition that
 * must hold in it.
 * @returns whether this call did.
 */
export async function requestDeletion(
  db: Database,
  request: { id: string; artistId: string; now: Date },
  {
    alongside = noExtraStatement(db),
    when = sql`1`,
  }: { alongside?: ExtraStatement; when?: SQL } = {},
): Promise<boolean> {
  const { artistId, now } = request;
  const due = addDays(now, ANSWER_DAYS).toISOString();
  const starts = addDays(now, DELETION_GRACE_DAYS).toISOString();
  const lasts = and(eq(artists.id, artistId), isNull(artists.deletedAt));
  const insert = db
    .insert(dataRequests)
    .select(
      sql`SELECT ${request.id}, ${artists.id}, 'deletion', ${due}, ${starts}, NULL, NULL, NULL, NULL, NULL,
        ${now.toISOString()} FROM ${artists} WHERE ${lasts} AND ${when}`,
    )
    .onConflictDoNothing()
    .returning({ id });
  const isThere = sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${eq(id, request.id)})`;
  const [rows] = await db.batch([insert, alongside(isThere)]);
  return rows.length > 0;
}

/** Takes a deletion back, as long as nobody has begun with it. @returns whether this call did. */
export async function cancelDeletion(db: Database, artistId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(dataRequests)
    .set({ cancelledAt: now.toISOString() })
    .where(and(eq(of, artistId), eq(kind, "deletion"), isOpen, isNull(startedAt)))
    .returning({ id });
  return rows.length > 0;
}

/** Has a deletion begin with the next sweep. @returns whether it waited until now. */
export async function startDeletionNow(
  db: Database,
  requestId: string,
  now: Date,
  alongside: ExtraStatement,
): Promise<boolean> {
  const at = now.toISOString();
  const waits = and(eq(id, requestId), eq(kind, "deletion"), isOpen, gt(startsAt, at));
  const [, rows] = await db.batch([
    alongside(sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${waits})`),
    db.update(dataRequests).set({ startsAt: at }).where(waits).returning({ id }),
  ]);
  return rows.length > 0;
}

/** The deletion that is under way for an account, if one is. */
export async function openDeletion(
  db: Database,
  artistId: string,
): Promise<DataRequest | undefined> {
  const [row] = await db
    .select()
    .from(dataRequests)
    .where(and(eq(of, artistId), eq(kind, "deletion"), isOpen));
  return row;
}

/** Deletions to be carried out now, the first to be due first: those begun, too. */
export function dueDeletions(db: Database, now: Date, limit: number): Promise<DataRequest[]> {
  const due: SQL | undefined = or(isNotNull(startedAt), lte(startsAt, now.toISOString()));
  return db
    .select()
    .from(dataRequests)
    .where(and(eq(kind, "deletion"), isOpen, due))
    .orderBy(asc(dataRequests.dueAt))
    .limit(limit);
}

/** A request as staff see it, with the artist's name while there is one. */
export interface ListedRequest extends DataRequest {
  readableId: string | null;
  name: string | null;
}

/** Far more than an open deletion or two. */
const LISTED = 100;

/** What staff look after: deletions that are open, the first to be due first; and the last that are not. */
export async function listRequests(
  db: Database,
): Promise<{ open: ListedRequest[]; over: ListedRequest[] }> {
  const { readableId, name } = {
    readableId: artists.artistId,
    name: sql<string | null>`json_extract(${artists.profile}, '$.artistName')`,
  };
  const list = (which: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({ request: dataRequests, readableId, name })
      .from(dataRequests)
      .leftJoin(artists, eq(artists.id, of))
      .where(which)
      .orderBy(order)
      .limit(limit);
  // Not in one batch: there, columns of one name in two tables become one.
  const [open, over] = await Promise.all([
    list(and(eq(kind, "deletion"), isOpen), asc(dataRequests.dueAt), LISTED),
    list(or(isNotNull(doneAt), isNotNull(cancelledAt)), desc(id), LISTED / 2),
  ]);
  const flat = ({ request, ...who }: (typeof open)[number]): ListedRequest => ({
    ...request,
    ...who,
  });
  return { open: open.map(flat), over: over.map(flat) };
}
