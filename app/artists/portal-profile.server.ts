import { and, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Account, toAccount } from "./accounts.server";
import { artists } from "./artist-tables.server";

/**
 * An account, how many submissions belong to it, and how many were sent under its address and belong to
 * nobody, by one query: what `portalProfile` and the dashboard show.
 * @param here the condition for a draft that somebody has open: `heldDraft` is its id where it is this account's.
 * @returns undefined for no account, and for one that was deleted.
 */
export async function findAccountWithCounts(
  db: Database,
  id: string,
  here?: SQL,
): Promise<
  | {
      account: Account;
      submissionCount: number;
      joinable: number;
      heldDraft: string | undefined;
    }
  | undefined
> {
  const own = sql<number>`(SELECT count(*) FROM submissions WHERE submissions.artist_id = ${id})`;
  // Its columns are named in full: of a select from one table the library writes them without theirs, and in
  // here that would be the submission's own address, by which everybody's would count. The plus takes the
  // column's kind from it, so that the index of addresses fits.
  const joinable = sql<number>`(SELECT count(*) FROM submissions
    WHERE lower(submissions.email) = +artists.email AND submissions.artist_id IS NULL
    AND NOT EXISTS (SELECT 1 FROM former_addresses AS former WHERE former.email = artists.email
      AND former.artist_id <> artists.id AND former.until >= submissions.created_at))`;
  const draftHere = here
    ? sql<string | null>`(SELECT drafts.id FROM drafts WHERE ${here} AND drafts.artist_id = ${id})`
    : sql<string | null>`NULL`;
  const [row] = await db
    .select({ account: getTableColumns(artists), submissionCount: own, joinable, held: draftHere })
    .from(artists)
    .where(and(eq(artists.id, id), isNull(artists.deletedAt)));
  if (!row) return undefined;
  const { held: heldDraft, account, ...counts } = row;
  return { ...counts, account: toAccount(account), heldDraft: heldDraft ?? undefined };
}
