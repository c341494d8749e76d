import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Account, toAccount } from "./accounts.server";
import { artists } from "./artist-tables.server";

/**
 * Reads an account with the count of its submissions and of those without an owner under its
 * address, in one query.
 * @param draftCondition selects the draft open in this browser; `currentDraftId` is its id if it
 * belongs to this account.
 * @returns undefined if there is no such account, or it was deleted.
 */
export async function findAccountWithCounts(
  db: Database,
  id: string,
  draftCondition?: SQL,
): Promise<
  | {
      account: Account;
      submissionCount: number;
      joinable: number;
      currentDraftId: string | undefined;
    }
  | undefined
> {
  const submissionCount = sql<number>`(SELECT count(*) FROM submissions WHERE submissions.artist_id = ${id})`;
  // The full name keeps drizzle from writing the bare column, which would mean the submission's own
  // address here. The plus drops the column's affinity, so that the index of addresses is used.
  const joinable = sql<number>`(SELECT count(*) FROM submissions
    WHERE lower(submissions.email) = +artists.email AND submissions.artist_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM submissions AS newer WHERE newer.resend_of = submissions.id)
    AND NOT EXISTS (SELECT 1 FROM former_addresses AS former WHERE former.email = artists.email
      AND former.artist_id <> artists.id AND former.until >= submissions.created_at))`;
  const currentDraft = draftCondition
    ? sql<
        string | null
      >`(SELECT drafts.id FROM drafts WHERE ${draftCondition} AND drafts.artist_id = ${id})`
    : sql<string | null>`NULL`;
  const [row] = await db
    .select({ account: getTableColumns(artists), submissionCount, joinable, held: currentDraft })
    .from(artists)
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
  if (!row) return undefined;
  const { held: currentDraftId, account, ...counts } = row;
  return { ...counts, account: toAccount(account), currentDraftId: currentDraftId ?? undefined };
}
