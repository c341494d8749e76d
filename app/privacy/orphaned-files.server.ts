import { type SQL, sql } from "drizzle-orm";
import { artists, signatureRequests } from "~/artists/artist-tables.server";
import type { Database } from "~/platform/database.server";
import { strayObjects } from "~/uploads/receiving/upload-tables.server";

/*
 * What lies in the bucket and belongs to accounts, not to forms: it is written down for the sweep in the
 * batch that makes it nobody's.
 */

/** Keys with whose they were, from what follows FROM; in the order of the table's columns. */
function strays(db: Database, { key, owner }: { key: SQL; owner: SQL }, from: SQL, at: string) {
  return db
    .insert(strayObjects)
    .select(sql`SELECT ${key}, 'own', ${owner}, ${at}, ${at} FROM ${from}`)
    .onConflictDoNothing();
}

/** The statement for the variants of an account's picture; a value with a slash in it is a key. */
export function orphanPictureStatement(db: Database, artistId: string, at: string, when: SQL) {
  const { id, picture } = artists;
  const from = sql`${artists}, json_tree(${picture}) AS variant
    WHERE ${id} = ${artistId} AND ${picture} IS NOT NULL AND ${when}
    AND variant.type = 'text' AND variant.atom LIKE '%_/_%' AND variant.atom NOT LIKE '%/'`;
  return strays(db, { key: sql`variant.atom`, owner: sql`${id}` }, from, at);
}

/** The statement for the documents of agreements. @param which a condition that finds them. */
export function orphanDocumentsStatement(db: Database, which: SQL, at: string) {
  const { documentKey, artistId } = signatureRequests;
  const from = sql`${signatureRequests} WHERE ${which} AND ${documentKey} IS NOT NULL`;
  return strays(db, { key: sql`${documentKey}`, owner: sql`${artistId}` }, from, at);
}
