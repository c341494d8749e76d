import { and, asc, eq, gt, isNull, lt, type SQL, sql } from "drizzle-orm";
import { encodeTime } from "ulidx";
import { jobValues } from "~/jobs/job-store.server";
import { jobs } from "~/jobs/job-tables.server";
import type { JobType } from "~/jobs/job-types";
import { addDays } from "~/platform/clock";
import { type Database, rowValues } from "~/platform/database.server";
import { type Ids, submissionReference } from "~/platform/ids";
import type { ClientNetworks } from "~/platform/rate/client-network";
import {
  countWhenStatement,
  rateCountSql,
  withinFairShareSql,
} from "~/platform/rate/rate-limit.server";
import { invitations, waitingList } from "./entry-tables.server";

type Row = typeof waitingList.$inferSelect;

/** What an artist leaves, as far as it is looked for. All of it is in the row. */
interface LeftData {
  artistName: string;
  email: string;
  /** An http(s) address. */
  listenLink: string;
}

/** Within this time the same e-mail address and listen link are the same entry. */
const SAME_ENTRY_MS = 24 * 3_600_000;
/** Characters of a ULID that tell its time. */
const TIME_OF_ULID = 10;
/** What an entry needs of the jobs worker. */
const JOBS: readonly JobType[] = ["sync-waiting-list", "confirm-waiting-list"];

/** One spelling of an e-mail address. What was typed stays in the entry's data. */
const spelt = (email: string) => email.trim().toLowerCase();

function sameEntry({ email, listenLink }: LeftData, now: Date) {
  const since = new Date(now.getTime() - SAME_ENTRY_MS).toISOString();
  return and(
    eq(waitingList.email, spelt(email)),
    eq(waitingList.listenLink, listenLink),
    gt(waitingList.createdAt, since),
  );
}

/** The entry that the same artist has left within a day, if there is one. */
export async function findSameEntry(
  db: Database,
  entryData: LeftData,
  now: Date,
): Promise<Row | undefined> {
  const [row] = await db.select().from(waitingList).where(sameEntry(entryData, now)).limit(1);
  return row;
}

/** The entry with this id. */
export async function findEntry(db: Database, id: string): Promise<Row | undefined> {
  const [row] = await db.select().from(waitingList).where(eq(waitingList.id, id));
  return row;
}

/** What joining takes beside the data. */
interface Joining {
  ids: Ids;
  now: Date;
  replyDueAt: Date;
  /** Names the request; the log lines of its jobs carry it on. */
  requestId: string;
  /** Entries of all artists together within 24 hours. */
  perDay: number;
  /** Where the artist comes from; nothing is counted for whoever comes from nowhere. */
  place?: ClientNetworks | undefined;
}

/**
 * What became of a join: the entry, and the jobs to send where it is new; or that today is full, or
 * that this network has its share of the day.
 */
type Joined = { entry: Row; jobIds: string[] } | "full" | "network";

/** By this a network has its share of the day: alone it gets a fifth of it, and twenty leave an eighth. */
const SHARE_DIVISOR = 3;
const DAY_SECONDS = 24 * 3_600;

/** The statement that records a job of an entry, where the entry is there. */
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
 * Puts an artist on the waiting list, with the jobs that tell the board and the artist, in one batch.
 * The statement itself decides that nobody with this e-mail address and listen link joined within a
 * day, and that there is room today, for this network too: of any number of calls at once one
 * writes, and all get its entry.
 */
export async function joinWaitingList(
  db: Database,
  entryData: LeftData,
  { ids, now, replyDueAt, requestId, perDay, place }: Joining,
): Promise<Joined> {
  const id = ids.next(now);
  const at = now.toISOString();
  const row: Row = {
    id,
    reference: submissionReference(id),
    artistName: entryData.artistName,
    email: spelt(entryData.email),
    listenLink: entryData.listenLink,
    artistData: JSON.stringify(entryData),
    status: "pending",
    statusHistory: JSON.stringify([{ status: "pending", at }]),
    mondayItemId: null,
    replyDueAt: replyDueAt.toISOString(),
    overdueToldAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const values = rowValues(waitingList, row);
  const isNew = sql`NOT EXISTS (SELECT 1 FROM ${waitingList} WHERE ${sameEntry(entryData, now)})`;
  // Ids begin with their time, so that a day is a range of them.
  const dayAgo = encodeTime(addDays(now, -1).getTime(), TIME_OF_ULID);
  const today: SQL = sql`(SELECT count(*) FROM ${waitingList} WHERE ${gt(waitingList.id, dayAgo)})`;
  const key = place && `entries-today site:${place.site}`;
  const own = key === undefined ? sql`0` : rateCountSql(key, now);
  const hasRoom = withinFairShareSql(own, today, perDay, SHARE_DIVISOR);
  const isMade = sql`EXISTS (SELECT 1 FROM ${waitingList} WHERE ${waitingList.id} = ${id})`;
  const counted = { seconds: DAY_SECONDS, condition: isMade };
  const newJobs = JOBS.map((type) => ({ id: ids.next(now), type, requestId, at: now }));
  await db.batch([
    db.insert(waitingList).select(sql`SELECT ${values} WHERE ${isNew} AND ${hasRoom}`),
    ...newJobs.map((job) => insertEntryJob(db, id, job)),
    ...(key === undefined ? [] : [countWhenStatement(db, key, counted, now)]),
  ]);
  const entry = await findSameEntry(db, entryData, now);
  if (!entry)
    return (await db.$count(waitingList, gt(waitingList.id, dayAgo))) >= perDay
      ? "full"
      : "network";
  return { entry, jobIds: entry.id === id ? newJobs.map((job) => job.id) : [] };
}

/**
 * Stores the board item of an entry, once; and as that of its invitation, where it was invited before it
 * had one, so that nobody else is invited for the same item.
 * @returns whether this call stored it; false when one was stored before.
 */
export async function storeEntryItem(
  db: Database,
  id: string,
  mondayItemId: string,
  now: Date,
): Promise<boolean> {
  const isStored = sql`EXISTS (SELECT 1 FROM waiting_list AS entry
    WHERE entry.id = ${id} AND entry.monday_item_id = ${mondayItemId})`;
  const isFree = sql`NOT EXISTS (SELECT 1 FROM invitations AS other
    WHERE other.monday_item_id = ${mondayItemId} AND other.deactivated_at IS NULL)`;
  const { waitingListId, deactivatedAt, mondayItemId: item } = invitations;
  const [rows] = await db.batch([
    db
      .update(waitingList)
      .set({ mondayItemId, updatedAt: now.toISOString() })
      .where(and(eq(waitingList.id, id), isNull(waitingList.mondayItemId)))
      .returning({ id: waitingList.id }),
    db
      .update(invitations)
      .set({ mondayItemId })
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

const isLate = (now: Date) =>
  and(eq(waitingList.status, "pending"), lt(waitingList.replyDueAt, now.toISOString()));

/** The entries whose reply is overdue, those due first before others; and how many there are. */
export async function listOverdueEntries(db: Database, now: Date, limit: number) {
  const { reference, artistName, replyDueAt } = waitingList;
  const first = await db
    .select({ reference, artistName, replyDueAt })
    .from(waitingList)
    .where(isLate(now))
    .orderBy(asc(replyDueAt))
    .limit(limit);
  return { first, total: await db.$count(waitingList, isLate(now)) };
}

/** Ids of entries that should have been answered by now, of which nobody was told yet. */
export async function overdueEntries(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(and(isLate(now), isNull(waitingList.overdueToldAt)))
    .orderBy(asc(waitingList.replyDueAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Remembers that it was told that the reply to an entry is overdue. */
export async function rememberOverdueEntry(db: Database, id: string, now: Date): Promise<void> {
  await db
    .update(waitingList)
    .set({ overdueToldAt: now.toISOString() })
    .where(eq(waitingList.id, id));
}
