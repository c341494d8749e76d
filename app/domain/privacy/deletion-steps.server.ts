import { and, eq, inArray, sql } from "drizzle-orm";
import { invitations, returningLinks } from "~/domain/access/entry-tables.server";
import { clearAuditDetails } from "~/domain/access/staff/audit.server";
import { dataRequests } from "~/domain/artists/artist-tables.server";
import { endDrafts } from "~/domain/submission/draft/draft-expiry.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { removeEndedFilesStatements } from "~/domain/uploads/receiving/upload-removal.server";
import { addDays } from "~/platform/clock";
import { type Database, textListSql } from "~/platform/database.server";
import type { DataRequest } from "./data-requests.server";
import {
  type DataSubject,
  isAcceptedSubmission,
  isTheirDraft,
  isTheirInvitation,
  isTheirLink,
  isTheirSubmission,
} from "./data-subject.server";
import { deletionCounter } from "./deletion-tally.server";
import {
  type ExternalCopies,
  findExternalCopies,
  type Leftover,
} from "./remove-external-copies.server";
import { removeSubmissions } from "./remove-submissions.server";
import type { Report } from "./report";
import { MANUAL_DELETION_DAYS } from "./retention-periods";
import { entriesOfArtist, entryCopies, removeEntries } from "./waiting-entries.server";

/* Where copies on the board and the drive are removed as well, the copies go first. */

/** Each submission costs external calls; a sweep has 15 minutes for everything. */
const SUBMISSION_BATCH_SIZE = 10;
/** For rows that cost no external calls. */
const BATCH_SIZE = 100;

export interface DeletionCalls {
  /** Removes external copies. @returns those that remain. */
  removeExternalCopies: (copies: ExternalCopies) => Promise<Leftover[]>;
  /** Cancels open requests at the signing service. @returns what remains, without personal data. */
  cancelAgreements: (artistId: string) => Promise<string[]>;
  deleteLink: (tokenHash: string) => Promise<void>;
  /** Notes outside the database that somebody was deleted, so that a restored backup forgets them again. */
  recordDeletion: (request: Pick<DataRequest, "id" | "artistId">) => Promise<void>;
  /** Queues the mail that confirms the deletion, once for each request. */
  notifyDeleted: (request: { id: string; email: string }, report: Report) => Promise<void>;
}

export interface DeletionContext extends DeletionCalls {
  db: Database;
  now: () => Date;
}

/** Whether the deadline is so close that people must remove the remaining copies. */
const isForPeople = ({ dueAt }: DataRequest, now: Date) =>
  addDays(now, MANUAL_DELETION_DAYS).toISOString() >= dueAt;

/** @returns whether to continue: nothing remains, or staff have been asked to remove it. */
async function canContinue(
  { db, now }: DeletionContext,
  request: DataRequest,
  leftovers: string[],
): Promise<boolean> {
  if (leftovers.length === 0) return true;
  if (!isForPeople(request, now())) return false;
  await db
    .update(dataRequests)
    .set({
      report: sql`json_set(${dataRequests.report}, '$.byHand', (SELECT json_group_array(value) FROM (
        SELECT value FROM json_each(coalesce(json_extract(${dataRequests.report}, '$.byHand'), '[]'))
        UNION SELECT value FROM json_each(${JSON.stringify(leftovers)}))))`,
    })
    .where(eq(dataRequests.id, request.id));
  return true;
}

async function removeCopies(
  context: DeletionContext,
  request: DataRequest,
  copies: ExternalCopies,
): Promise<boolean> {
  const leftovers = await context.removeExternalCopies(copies);
  return canContinue(
    context,
    request,
    leftovers.map(({ reason }) => reason),
  );
}

export const cancelOpenAgreements = async (context: DeletionContext, request: DataRequest) =>
  canContinue(context, request, await context.cancelAgreements(request.artistId));

/** `waits`: an external service is unavailable. */
export type DeletionProgress = "done" | "more" | "waits";

/** @returns whether there may be more. */
export async function removeDrafts({ db, now }: DeletionContext, id: string, subject: DataSubject) {
  const removeFiles = (timestamp: string) => removeEndedFilesStatements(db, timestamp);
  const endedIds = await endDrafts(db, now(), isTheirDraft(subject), {
    limit: BATCH_SIZE,
    removeFiles,
  });
  if (endedIds.length > 0) await deletionCounter(db, id)("drafts", sql`SELECT ${endedIds.length}`);
  return endedIds.length === BATCH_SIZE;
}

export async function removeUnacceptedSubmissions(
  context: DeletionContext,
  request: DataRequest,
  subject: DataSubject,
): Promise<DeletionProgress> {
  const { db, now } = context;
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(isTheirSubmission(subject), sql`NOT ${isAcceptedSubmission}`))
    .orderBy(submissions.id)
    .limit(SUBMISSION_BATCH_SIZE);
  if (rows.length === 0) return "done";
  const ids = rows.map(({ id }) => id);
  if (!(await removeCopies(context, request, await findExternalCopies(db, ids)))) return "waits";
  await removeSubmissions(db, ids, now(), deletionCounter(db, request.id));
  return "more";
}

export async function removeEntryRecords(
  context: DeletionContext,
  request: DataRequest,
  subject: DataSubject,
): Promise<DeletionProgress> {
  const { db, deleteLink } = context;
  const tally = deletionCounter(db, request.id);
  const links = await db
    .select({ id: returningLinks.id, tokenHash: returningLinks.tokenHash })
    .from(returningLinks)
    .where(isTheirLink(subject))
    .limit(BATCH_SIZE);
  for (const { tokenHash } of links) await deleteLink(tokenHash);
  const entries = await entriesOfArtist(db, subject, SUBMISSION_BATCH_SIZE);
  if (!(await removeCopies(context, request, entryCopies(entries)))) return "waits";
  const linkIds = textListSql(links.map(({ id }) => id));
  const isTheirs = isTheirInvitation(subject);
  const removedCount = await removeEntries(db, entries, tally, [
    tally(
      "links",
      sql`SELECT ${links.length} + (SELECT count(*) FROM ${invitations} WHERE ${isTheirs})`,
    ),
    clearAuditDetails(db, linkIds),
    clearAuditDetails(db, sql`(SELECT ${invitations.id} FROM ${invitations} WHERE ${isTheirs})`),
    db.delete(returningLinks).where(inArray(returningLinks.id, linkIds)),
    db.delete(invitations).where(isTheirs),
  ]);
  const hasMore = entries.length === SUBMISSION_BATCH_SIZE || removedCount < entries.length;
  return links.length === BATCH_SIZE || hasMore ? "more" : "done";
}
