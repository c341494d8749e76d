import { eq, type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Database } from "~/platform/database.server";
import { artists, formerAddresses } from "./artist-tables.server";

/** An address of an account, and the period in which submissions under it are theirs. */
export interface AddressSpan {
  /** In lower case. */
  email: string;
  /** Exclusive; empty for no limit. Before that it was another account's. */
  after: string;
  /** Inclusive. */
  until: string;
}

/** Sorts after every ISO time. */
const NO_END = "9999";

const rowsSchema = v.array(
  v.object({ email: v.string(), after: v.nullable(v.string()), until: v.string() }),
);

/** When another account last gave up an address, before some time. */
const lastOtherEnd = (artistId: string, email: SQL, before: SQL) =>
  sql`(SELECT max(other.until) FROM former_addresses AS other
    WHERE other.email = ${email} AND other.artist_id <> ${artistId} AND other.until < ${before})`;

/**
 * All addresses that an account has had, with the period of each.
 * @param current the address it has, or had until its end.
 */
export async function addressSpans(
  db: Database,
  { artistId, email: current }: { artistId: string; email: string },
): Promise<AddressSpan[]> {
  const rows = await db.all(sql`
    SELECT mine.email AS email, mine.until AS until,
      ${lastOtherEnd(artistId, sql`mine.email`, sql`mine.until`)} AS "after"
    FROM former_addresses AS mine WHERE mine.artist_id = ${artistId} AND mine.email <> ''
    UNION ALL SELECT ${current}, ${NO_END},
      ${lastOtherEnd(artistId, sql`${current}`, sql`${NO_END}`)} WHERE ${current} <> ''`);
  return v.parse(rowsSchema, rows).map(({ after, ...row }) => ({ ...row, after: after ?? "" }));
}

/** Records an account's address as a former one, for the batch that removes it. */
export const recordAddressStatement = (
  db: Database,
  { artistId, email, until }: { artistId: string; email: SQL; until: string },
  when: SQL,
) =>
  db
    .insert(formerAddresses)
    .select(
      sql`SELECT ${artistId}, email, ${until} FROM (SELECT ${email} AS email)
        WHERE coalesce(email, '') <> '' AND ${when}`,
    )
    .onConflictDoNothing();

export const deleteAddressesStatement = (db: Database, artistId: string) =>
  db.delete(formerAddresses).where(eq(formerAddresses.artistId, artistId));

/** The condition that an account other than this one has an address. @param email an expression. */
export const isOthersAddress = (artistId: string, email: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${artists} AS holder WHERE holder.email = ${email}
    AND holder.deleted_at IS NULL AND holder.id <> ${artistId})`;
