import { and, asc, eq, gt, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { boardItemColumn, invitations, waitingList } from "~/domain/access/entry-tables.server";
import { clearAuditDetails } from "~/domain/access/staff/audit.server";
import { jobs } from "~/jobs/job-tables.server";
import { jobPayloads } from "~/jobs/job-types";
import { addDays } from "~/platform/clock";
import type { Database, Statement } from "~/platform/database.server";
import { type DataSubject, isTheirEntry } from "./data-subject.server";
import type { DeletionCounter } from "./deletion-tally.server";
import type { ExternalCopies } from "./remove-external-copies.server";
import { ITEM_WAITING_DAYS, WAITING_DAYS } from "./retention-periods";

/** A waiting list entry; `updatedAt` detects later changes. */
export interface FoundEntry {
  id: string;
  /** Its board item, unless a release uses it. */
  item: string | null;
  updatedAt: string;
}

/** A release from an invitation takes over the item of its entry. */
const entryColumns = {
  id: waitingList.id,
  item: sql<string | null>`CASE WHEN NOT EXISTS (SELECT 1 FROM submissions AS release
    WHERE release.${boardItemColumn} = waiting_list.${boardItemColumn}) THEN waiting_list.${boardItemColumn} END`,
  updatedAt: waitingList.updatedAt,
};

export function entriesOfArtist(
  db: Database,
  subject: DataSubject,
  limit: number,
): Promise<FoundEntry[]> {
  return db.select(entryColumns).from(waitingList).where(isTheirEntry(subject)).limit(limit);
}

const HOUR_MS = 3_600_000;

/**
 * Entries unchanged for two years, except those with a valid invitation. If there are more than
 * `limit`, each hour returns another page, so that entries that cannot be deleted yet do not block
 * the others.
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

/** Whether to delete the entry although its board item could not be deleted. */
export const needsManualRemoval = ({ updatedAt }: FoundEntry, now: Date) =>
  updatedAt < addDays(now, -(WAITING_DAYS + ITEM_WAITING_DAYS)).toISOString();

export const entryCopies = (entries: readonly FoundEntry[]): ExternalCopies => ({
  items: entries.flatMap(({ item }) => (item === null ? [] : [item])),
  folders: [],
  unstoredFolders: [],
});

/**
 * Deletes unchanged entries with everything that belongs to them, in one batch. A changed one
 * stays: it may have a new board item.
 * @param extraStatements for the same batch.
 * @returns how many were deleted.
 */
export async function removeEntries(
  db: Database,
  entries: readonly FoundEntry[],
  tally: DeletionCounter,
  extraStatements: readonly Statement[] = [],
): Promise<number> {
  const untouchedIds = sql`(SELECT entry.id FROM json_each(${JSON.stringify(entries)}) AS found
    JOIN waiting_list AS entry ON entry.id = found.value ->> 'id'
      AND entry.updated_at = found.value ->> 'updatedAt')`;
  const [, , , rows] = await db.batch([
    tally("entries", sql`SELECT count(*) FROM ${untouchedIds}`),
    db.delete(jobs).where(
      and(
        isNull(jobs.submissionId),
        // Of any type; named, as the index has the type before the subject.
        inArray(jobs.type, Object.keys(jobPayloads)),
        inArray(jobs.subject, untouchedIds),
      ),
    ),
    clearAuditDetails(db, untouchedIds),
    db
      .delete(waitingList)
      .where(inArray(waitingList.id, untouchedIds))
      .returning({ id: waitingList.id }),
    ...extraStatements,
  ]);
  return rows.length;
}
