import { and, asc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { type Ids, idBefore, submissionReference } from "~/platform/ids";
import type { ClientNetworks } from "~/platform/rate/client-network";
import {
  countWhenStatement,
  rateCountSql,
  withinFairShareSql,
} from "~/platform/rate/rate-limit.server";
import { INITIAL_STATUS } from "~/reference/statuses";
import { boardItemColumn, invitations, waitingList } from "./entry-tables.server";

type Row = typeof waitingList.$inferSelect;

interface EntryData {
  artistName: string;
  email: string;
  listenLink: string;
}

/** Within this time, equal address and listen link mean the same entry. */
const SAME_ENTRY_MS = 24 * 3_600_000;
const ENTRY_JOBS: readonly JobType[] = ["sync-waiting-list", "confirm-waiting-list"];

/** For comparison; the entry's data keeps what was typed. */
const normalizeEmail = (email: string) => email.trim().toLowerCase();

function isSameEntry({ email, listenLink }: EntryData, now: Date) {
  const since = new Date(now.getTime() - SAME_ENTRY_MS).toISOString();
  return and(
    eq(waitingList.email, normalizeEmail(email)),
    eq(waitingList.listenLink, listenLink),
    gt(waitingList.createdAt, since),
  );
}

export async function findSameEntry(
  db: Database,
  entryData: EntryData,
  now: Date,
): Promise<Row | undefined> {
  const [row] = await db.select().from(waitingList).where(isSameEntry(entryData, now)).limit(1);
  return row;
}

export async function findEntry(db: Database, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(waitingList).where(eq(waitingList.id, id));
  return row;
}

interface JoinOptions {
  ids: Ids;
  now: Date;
  replyDueAt: Date;
  requestId: string;
  /** Limit of entries by all artists within 24 hours. */
  perDay: number;
  /** The artist's networks; undefined is not counted. */
  place?: ClientNetworks | undefined;
}

/**
 * The entry, with jobs if it is new. `full`: the daily limit is reached. `network`: this network
 * has its share of it.
 */
type JoinResult = { entry: Row; jobIds: string[] } | "full" | "network";

/** For the fair share of a network: alone it gets a fifth, and twenty leave an eighth. */
const SHARE_DIVISOR = 3;
const DAY_SECONDS = 24 * 3_600;

function insertEntryJob(
  db: Database,
  entryId: string,
  job: { id: string; type: JobType; requestId: string; at: Date },
) {
  const values = jobValues({ ...job, submissionId: sql`NULL`, subject: sql`id` });
  return db
    .insert(jobs)
    .select(sql`SELECT ${values} FROM ${waitingList} WHERE ${waitingList.id} = ${entryId}`);
}

/**
 * Inserts an entry with its jobs for the board and the mail, in one batch. The statement checks
 * for an equal entry within a day and for the daily limits, so that of concurrent calls one
 * inserts and all get its entry.
 */
export async function joinWaitingList(
  db: Database,
  entryData: EntryData,
  { ids, now, replyDueAt, requestId, perDay, place }: JoinOptions,
): Promise<JoinResult> {
  const id = ids.next(now);
  const timestamp = now.toISOString();
  const row: typeof waitingList.$inferInsert = {
    id,
    reference: submissionReference(id),
    artistName: entryData.artistName,
    email: normalizeEmail(entryData.email),
    listenLink: entryData.listenLink,
    artistData: JSON.stringify(entryData),
    status: INITIAL_STATUS,
    statusHistory: JSON.stringify([{ status: INITIAL_STATUS, at: timestamp }]),
    replyDueAt: replyDueAt.toISOString(),
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const values = rowValues(waitingList, row);
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${waitingList} WHERE ${isSameEntry(entryData, now)})`;
  // ULIDs begin with their time, so that a day is a range of ids.
  const dayAgo = idBefore(addDays(now, -1));
  const todayCount: SQL = sql`(SELECT count(*) FROM ${waitingList} WHERE ${gt(waitingList.id, dayAgo)})`;
  const key = place && `entries-today site:${place.site}`;
  const networkCount = key === undefined ? sql`0` : rateCountSql(key, now);
  const hasRoom = withinFairShareSql(networkCount, todayCount, perDay, SHARE_DIVISOR);
  const isInserted = sql`EXISTS (SELECT 1 FROM ${waitingList} WHERE ${waitingList.id} = ${id})`;
  const counted = { seconds: DAY_SECONDS, condition: isInserted };
  const newJobs = ENTRY_JOBS.map((type) => ({ id: ids.next(now), type, requestId, at: now }));
  await db.batch([
    db.insert(waitingList).select(sql`SELECT ${values} WHERE ${isNew} AND ${hasRoom}`),
    ...newJobs.map((job) => insertEntryJob(db, id, job)),
    ...(key === undefined ? [] : [countWhenStatement(db, [key], counted, now)]),
  ]);
  const entry = await findSameEntry(db, entryData, now);
  if (!entry)
    return (await db.$count(waitingList, gt(waitingList.id, dayAgo))) >= perDay
      ? "full"
      : "network";
  return { entry, jobIds: entry.id === id ? newJobs.map((job) => job.id) : [] };
}

/**
 * Stores the board item of an entry, once, also for its invitation, so that nobody else is invited
 * for the same item.
 * @returns whether this call stored it.
 */
export async function storeEntryItem(db: Database, id: string, boardItemId: string, now: Date) {
  const isStored = sql`EXISTS (SELECT 1 FROM waiting_list AS entry
    WHERE entry.id = ${id} AND entry.${boardItemColumn} = ${boardItemId})`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM invitations AS other
    WHERE other.${boardItemColumn} = ${boardItemId} AND other.deactivated_at IS NULL)`;
  const { waitingListId, deactivatedAt, boardItemId: item } = invitations;
  const [rows] = await db.batch([
    db
      .update(waitingList)
      .set({ boardItemId, updatedAt: now.toISOString() })
      .where(and(eq(waitingList.id, id), isNull(waitingList.boardItemId)))
      .returning({ id: waitingList.id }),
    db
      .update(invitations)
      .set({ boardItemId })
      .where(
        and(
          eq(waitingListId, id),
          isNull(deactivatedAt),
          isNull(item),
          sql`${isStored} AND ${isFree}`,
        ),
      ),
  ]);
  return rows.length > 0;
}

const isOverdue = (now: Date) =>
  and(eq(waitingList.status, INITIAL_STATUS), lt(waitingList.replyDueAt, now.toISOString()));

export async function listOverdueEntries(db: Database, now: Date, limit: number) {
  const { reference, artistName, replyDueAt } = waitingList;
  const first = await db
    .select({ reference, artistName, replyDueAt })
    .from(waitingList)
    .where(isOverdue(now))
    .orderBy(asc(replyDueAt))
    .limit(limit);
  return { first, total: await db.$count(waitingList, isOverdue(now)) };
}

/** Overdue entries that staff have not been told about. */
export async function overdueEntries(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(isOverdue(now), isNull(waitingList.overdueToldAt)))
    .orderBy(asc(waitingList.replyDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function markEntryOverdue(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(waitingList)
    .set({ overdueToldAt: now.toISOString() })
    .where(eq(waitingList.id, id));
}
