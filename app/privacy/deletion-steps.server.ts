import { and, eq, inArray, sql } from "drizzle-orm";
import { dataRequests } from "~/artists/artist-tables.server";
import { invitations, returningLinks } from "~/entry/entry-tables.server";
import { addDays } from "~/platform/clock";
import { type Database, textListSql } from "~/platform/database.server";
import { clearAuditDetails } from "~/staff/audit.server";
import { submissions } from "~/submission/submission-tables.server";
import type { DataRequest } from "./data-requests.server";
import {
  type DataSubject,
  isAcceptedSubmission,
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

/* What of a deletion has copies on the board and the drive: those go first. */

/** Each submission costs some calls at others'; a sweep has 15 minutes for everything. */
const SUBMISSIONS_AT_ONCE = 10;
/** Of anything that costs one statement. */
export const AT_ONCE = 100;

/** What a deletion does through others. */
export interface DeletionCalls {
  /** Removes copies at others'. @returns what could not be. */
  removeExternalCopies: (copies: ExternalCopies) => Promise<Leftover[]>;
  /** Withdraws what an artist was asked to sign elsewhere. @returns what could not be, in words that name nobody. */
  withdrawAgreements: (artistId: string) => Promise<string[]>;
  /** Forgets what KV keeps of a link. */
  forgetLink: (tokenHash: string) => Promise<void>;
  /** Writes the last mail, once for each request. */
  tellDeleted: (request: { id: string; email: string }, report: Report) => Promise<void>;
}

/** What a deletion works with. */
export interface DeletionContext extends DeletionCalls {
  db: Database;
  now: () => Date;
}

/** Whether copies that are still there are left to people: the answer is due, whoever is away. */
const isForPeople = ({ dueAt }: DataRequest, now: Date) =>
  addDays(now, MANUAL_DELETION_DAYS).toISOString() >= dueAt;

/** @returns whether to go on: nothing is left at others', or people will see to it. */
async function mayGoOn(
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

/** Removes copies. @returns whether to go on. */
async function copiesGone(
  work: DeletionContext,
  request: DataRequest,
  copies: ExternalCopies,
): Promise<boolean> {
  const leftovers = await work.removeExternalCopies(copies);
  return mayGoOn(
    work,
    request,
    leftovers.map(({ reason }) => reason),
  );
}

/** Takes back what waits to be signed elsewhere, with the name and address it has. @returns whether to go on. */
export const cancelOpenAgreements = async (work: DeletionContext, request: DataRequest) =>
  mayGoOn(work, request, await work.withdrawAgreements(request.artistId));

/** How far a step has come: `waits` where somebody else's machine is away. */
export type DeletionProgress = "done" | "more" | "waits";

/** Removes what was never taken on, some of it. */
export async function removeUnacceptedSubmissions(
  work: DeletionContext,
  request: DataRequest,
  whose: DataSubject,
): Promise<DeletionProgress> {
  const { db, now } = work;
  const rows = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(and(isTheirSubmission(whose), sql`NOT ${isAcceptedSubmission}`))
    .orderBy(submissions.id)
    .limit(SUBMISSIONS_AT_ONCE);
  if (rows.length === 0) return "done";
  const ids = rows.map(({ id }) => id);
  if (!(await copiesGone(work, request, await findExternalCopies(db, ids)))) return "waits";
  await removeSubmissions(db, ids, now(), deletionCounter(db, request.id));
  return "more";
}

/** Removes what was left at the doors, some of it: the waiting list, invitations, links. */
export async function removeEntryRecords(
  work: DeletionContext,
  request: DataRequest,
  whose: DataSubject,
): Promise<DeletionProgress> {
  const { db, forgetLink } = work;
  const tally = deletionCounter(db, request.id);
  const links = await db
    .select({ id: returningLinks.id, tokenHash: returningLinks.tokenHash })
    .from(returningLinks)
    .where(isTheirLink(whose))
    .limit(AT_ONCE);
  for (const { tokenHash } of links) await forgetLink(tokenHash);
  const entries = await entriesOfArtist(db, whose, SUBMISSIONS_AT_ONCE);
  if (!(await copiesGone(work, request, entryCopies(entries)))) return "waits";
  const ofLinks = textListSql(links.map(({ id }) => id));
  const isTheirs = isTheirInvitation(whose);
  const removedCount = await removeEntries(db, entries, tally, [
    tally(
      "links",
      sql`SELECT ${links.length} + (SELECT count(*) FROM ${invitations} WHERE ${isTheirs})`,
    ),
    clearAuditDetails(db, ofLinks),
    clearAuditDetails(db, sql`(SELECT ${invitations.id} FROM ${invitations} WHERE ${isTheirs})`),
    db.delete(returningLinks).where(inArray(returningLinks.id, ofLinks)),
    db.delete(invitations).where(isTheirs),
  ]);
  const isMore = entries.length === SUBMISSIONS_AT_ONCE || removedCount < entries.length;
  return links.length === AT_ONCE || isMore ? "more" : "done";
}
