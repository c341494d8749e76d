import { and, asc, eq, gt, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { invitations, waitingList } from "~/entry/entry-tables.server";
import { jobs } from "~/jobs/job-tables.server";
import { addDays } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import { clearAuditDetails } from "~/staff/audit.server";
import { type DataSubject, isTheirEntry } from "./data-subject.server";
import type { DeletionCounter } from "./deletion-tally.server";
import type { ExternalCopies } from "./remove-external-copies.server";
import { ITEM_WAITING_DAYS, WAITING_DAYS } from "./retention-periods";

/** An entry of the waiting list as it was found. One that was touched since is another. */
export interface FoundEntry {
  id: string;
  /** Its item on the board, as long as it is its own. */
  item: string | null;
  updatedAt: string;
}

/** A release that came of an invitation from the list has the item of its entry, and keeps it. */
const entryColumns = {
  id: waitingList.id,
  item: sql<string | null>`CASE WHEN NOT EXISTS (SELECT 1 FROM submissions AS release
    WHERE release.monday_item_id = waiting_list.monday_item_id) THEN waiting_list.monday_item_id END`,
  updatedAt: waitingList.updatedAt,
};

/** The entries of an artist, some of them. */
export function entriesOfArtist(
  db: Database,
  whose: DataSubject,
  limit: number,
): Promise<FoundEntry[]> {
  return db.select(entryColumns).from(waitingList).where(isTheirEntry(whose)).limit(limit);
}

const HOUR_MS = 3_600_000;

/**
 * Entries that nobody has touched for two years. Where there are more than `limit`, each hour brings
 * others, so that those which cannot go yet stand in no other's way. One whose artist holds an invitation
 * that still works is not among them: the release will have its item.
 */
export async function expiredEntries(
  db: Database,
  now: Date,
  limit: number,
): Promise<FoundEntry[]> {
  const { id, updatedAt } = waitingList;
  const openInvitation = db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(
        ...[eq(invitations.waitingListId, id), isNull(invitations.deactivatedAt)],
        ...[isNull(invitations.redeemedBy), gt(invitations.expiresAt, now.toISOString())],
      ),
    );
  const isOld = and(
    lt(updatedAt, addDays(now, -WAITING_DAYS).toISOString()),
    notExists(openInvitation),
  );
  const pages = Math.ceil((await db.$count(waitingList, isOld)) / limit);
  const page = Math.floor(now.getTime() / HOUR_MS) % Math.max(pages, 1);
  return db
    .select(entryColumns)
    .from(waitingList)
    .where(isOld)
    .orderBy(asc(updatedAt))
    .limit(limit)
    .offset(page * limit);
}

/** Whether an old entry has waited long enough for its item to leave the board: it goes without that. */
export const needsManualRemoval = ({ updatedAt }: FoundEntry, now: Date) =>
  updatedAt < addDays(now, -(WAITING_DAYS + ITEM_WAITING_DAYS)).toISOString();

/** What lies at others' of entries. */
export const entryCopies = (entries: readonly FoundEntry[]): ExternalCopies => ({
  items: entries.flatMap(({ item }) => (item === null ? [] : [item])),
  folders: [],
  unstoredFolders: [],
});

/**
 * Removes entries whose copies are gone, with all that belongs to them, in one batch. One that was
 * touched since it was found stays: it may have an item by now.
 * @param alongside what else goes in that batch.
 * @returns how many went.
 */
export async function removeEntries(
  db: Database,
  entries: readonly FoundEntry[],
  tally: DeletionCounter,
  alongside: readonly Statement[] = [],
): Promise<number> {
  const untouchedIds = sql`(SELECT entry.id FROM json_each(${JSON.stringify(entries)}) AS found
    JOIN waiting_list AS entry ON entry.id = found.value ->> 'id'
      AND entry.updated_at = found.value ->> 'updatedAt')`;
  const [, , , rows] = await db.batch([
    tally("entries", sql`SELECT count(*) FROM ${untouchedIds}`),
    db.delete(jobs).where(and(isNull(jobs.submissionId), inArray(jobs.subject, untouchedIds))),
    clearAuditDetails(db, untouchedIds),
    db
      .delete(waitingList)
      .where(inArray(waitingList.id, untouchedIds))
      .returning({ id: waitingList.id }),
    ...alongside,
  ]);
  return rows.length;
}
