import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { artists, dataRequests } from "~/domain/artists/artist-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, type ExtraStatement, noExtraStatement } from "~/platform/database.server";
import { ANSWER_DAYS, DELETION_GRACE_DAYS, MAX_EXPORTS_PER_DAY } from "./retention-periods";

export type DataRequest = typeof dataRequests.$inferSelect;

const {
  artistId: artistIdColumn,
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
 * Records an export, unless {@link MAX_EXPORTS_PER_DAY} were made in the last 24 hours; the
 * statement itself counts.
 * @returns whether it was recorded.
 */
export async function recordExport(
  db: Database,
  request: { id: string; artistId: string; now: Date },
): Promise<boolean> {
  const { artistId, now } = request;
  const timestamp = now.toISOString();
  const since = addDays(now, -1).toISOString();
  const dueAt = addDays(now, ANSWER_DAYS).toISOString();
  const exportsToday = sql`(SELECT count(*) FROM ${dataRequests}
    WHERE ${and(eq(artistIdColumn, artistId), eq(kind, "export"), gt(createdAt, since))})`;
  const rows = await db
    .insert(dataRequests)
    .select(
      sql`SELECT ${request.id}, ${artistId}, 'export', ${dueAt}, ${timestamp}, NULL, NULL, NULL, ${timestamp}, NULL, ${timestamp}
        WHERE ${exportsToday} < ${MAX_EXPORTS_PER_DAY}`,
    )
    .returning({ id });
  return rows.length > 0;
}

/**
 * Records a deletion request; an index allows one open request for each account.
 * @param options `extraStatement` runs in the same batch if the request was recorded; `when` is a
 * condition for it.
 * @returns whether it was recorded.
 */
export async function requestDeletion(
  db: Database,
  request: { id: string; artistId: string; now: Date },
  {
    extraStatement = noExtraStatement(db),
    when = sql`1`,
  }: { extraStatement?: ExtraStatement; when?: SQL } = {},
): Promise<boolean> {
  const { artistId, now } = request;
  const dueAt = addDays(now, ANSWER_DAYS).toISOString();
  const graceEnd = addDays(now, DELETION_GRACE_DAYS).toISOString();
  const isActive = and(eq(artists.id, artistId), isNull(artists.deletedAt));
  const insert = db
    .insert(dataRequests)
    .select(
      sql`SELECT ${request.id}, ${artists.id}, 'deletion', ${dueAt}, ${graceEnd}, NULL, NULL, NULL, NULL, NULL,
        ${now.toISOString()} FROM ${artists} WHERE ${isActive} AND ${when}`,
    )
    .onConflictDoNothing()
    .returning({ id });
  const isInserted = sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${eq(id, request.id)})`;
  const [rows] = await db.batch([insert, extraStatement(isInserted)]);
  return rows.length > 0;
}

/**
 * Has the next sweep carry out a deletion that a restored backup knows nothing of.
 * @returns whether the account is there again.
 */
export async function repeatDeletion(
  db: Database,
  { id: requestId, artistId }: Pick<DataRequest, "id" | "artistId">,
  now: Date,
): Promise<boolean> {
  await requestDeletion(db, { id: requestId, artistId, now });
  const rows = await db
    .update(dataRequests)
    .set({ startsAt: now.toISOString() })
    .where(and(eq(artistIdColumn, artistId), eq(kind, "deletion"), isOpen))
    .returning({ id });
  return rows.length > 0;
}

/** Cancels a deletion that has not started. @returns whether it was cancelled. */
export async function cancelDeletion(db: Database, artistId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(dataRequests)
    .set({ cancelledAt: now.toISOString() })
    .where(and(eq(artistIdColumn, artistId), eq(kind, "deletion"), isOpen, isNull(startedAt)))
    .returning({ id });
  return rows.length > 0;
}

/**
 * Ends the grace period, so that the next sweep runs the deletion. @returns whether it was still
 * waiting.
 */
export async function startDeletionNow(
  db: Database,
  requestId: string,
  now: Date,
  extraStatement: ExtraStatement,
): Promise<boolean> {
  const timestamp = now.toISOString();
  const isPending = and(eq(id, requestId), eq(kind, "deletion"), isOpen, gt(startsAt, timestamp));
  const [, rows] = await db.batch([
    extraStatement(sql`EXISTS (SELECT 1 FROM ${dataRequests} WHERE ${isPending})`),
    db.update(dataRequests).set({ startsAt: timestamp }).where(isPending).returning({ id }),
  ]);
  return rows.length > 0;
}

export async function openDeletion(
  db: Database,
  artistId: string,
): Promise<DataRequest | undefined> {
  const [row] = await db
    .select()
    .from(dataRequests)
    .where(and(eq(artistIdColumn, artistId), eq(kind, "deletion"), isOpen));
  return row;
}

/** Deletions that are due or already started, most urgent first. */
export function dueDeletions(db: Database, now: Date, limit: number): Promise<DataRequest[]> {
  const due: SQL | undefined = or(isNotNull(startedAt), lte(startsAt, now.toISOString()));
  return db
    .select()
    .from(dataRequests)
    .where(and(eq(kind, "deletion"), isOpen, due))
    .orderBy(asc(dataRequests.dueAt))
    .limit(limit);
}

/** `name` is null once the account is deleted. */
export interface ListedRequest extends DataRequest {
  readableId: string | null;
  name: string | null;
}

const MAX_LISTED = 100;

/** Open deletions, most urgent first, and the latest closed requests. */
export async function listRequests(
  db: Database,
): Promise<{ open: ListedRequest[]; closed: ListedRequest[] }> {
  const { readableId, name } = {
    readableId: artists.artistId,
    name: sql<string | null>`json_extract(${artists.profile}, '$.artistName')`,
  };
  const list = (condition: SQL | undefined, order: SQL, limit: number) =>
    db
      .select({ request: dataRequests, readableId, name })
      .from(dataRequests)
      .leftJoin(artists, eq(artists.id, artistIdColumn))
      .where(condition)
      .orderBy(order)
      .limit(limit);
  // Not in one batch: D1 merges columns of the same name from two tables there.
  const [open, closed] = await Promise.all([
    list(and(eq(kind, "deletion"), isOpen), asc(dataRequests.dueAt), MAX_LISTED),
    list(or(isNotNull(doneAt), isNotNull(cancelledAt)), desc(id), MAX_LISTED / 2),
  ]);
  const toListedRequest = ({ request, ...artist }: (typeof open)[number]): ListedRequest => ({
    ...request,
    ...artist,
  });
  return { open: open.map(toListedRequest), closed: closed.map(toListedRequest) };
}
