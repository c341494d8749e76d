import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database, Statement } from "~/platform/database.server";
import { artists } from "./artist-tables.server";

/**
 * The statement that removes an account as it was created: nothing belongs to it, nobody has signed in or
 * asked to, and no one has changed it.
 * @param when a condition; where it does not hold in that batch, nothing is removed.
 */
export function removeUnusedAccountStatement(db: Database, id: string, when: SQL): Statement {
  const isUsedIn = [
    "submissions",
    "drafts",
    "artist_sessions",
    "artist_links",
    "signature_requests",
    "data_requests",
  ].map(
    (table) =>
      sql`EXISTS (SELECT 1 FROM ${sql.identifier(table)} AS used WHERE used.artist_id = ${id})`,
  );
  const isUsed = sql.join(isUsedIn, sql` OR `);
  return db
    .delete(artists)
    .where(
      and(eq(artists.id, id), eq(artists.createdAt, artists.updatedAt), sql`NOT (${isUsed})`, when),
    );
}
