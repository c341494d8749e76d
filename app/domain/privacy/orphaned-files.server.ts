import { type SQL, sql } from "drizzle-orm";
import { artists, signatureRequests } from "~/domain/artists/artist-tables.server";
import { archiveKeySql } from "~/domain/submission/record/archive/archive-submission.server";
import { strayObjects } from "~/domain/uploads/receiving/upload-tables.server";
import type { Database } from "~/platform/database.server";

/* Lists files of deleted rows for the sweep, in the same batch as the deletion. */

/** @param from everything after FROM. */
function insertStrayObjects(
  db: Database,
  { key, owner }: { key: SQL; owner: SQL },
  from: SQL,
  timestamp: string,
) {
  return db
    .insert(strayObjects)
    .select(sql`SELECT ${key}, 'own', ${owner}, ${timestamp}, ${timestamp} FROM ${from}`)
    .onConflictDoNothing();
}

/** The variants of an account's picture: values of its JSON that contain a slash are keys. */
export function orphanPictureStatement(
  db: Database,
  artistId: string,
  timestamp: string,
  when: SQL,
) {
  const { id, picture } = artists;
  const from = sql`${artists}, json_tree(${picture}) AS variant
    WHERE ${id} = ${artistId} AND ${picture} IS NOT NULL AND ${when}
    AND variant.type = 'text' AND variant.atom LIKE '%_/_%' AND variant.atom NOT LIKE '%/'`;
  return insertStrayObjects(db, { key: sql`variant.atom`, owner: sql`${id}` }, from, timestamp);
}

/** What the archive has of submissions. */
export function orphanArchivesStatement(db: Database, ids: SQL, timestamp: string) {
  return insertStrayObjects(
    db,
    { key: archiveKeySql, owner: sql`submissions.draft_id` },
    sql`submissions WHERE submissions.id IN ${ids}
      AND submissions.archived_at IS NOT NULL`,
    timestamp,
  );
}

/** PDFs of agreements. @param condition selects them. */
export function orphanDocumentsStatement(db: Database, condition: SQL, timestamp: string) {
  const { documentKey, artistId } = signatureRequests;
  const from = sql`${signatureRequests} WHERE ${condition} AND ${documentKey} IS NOT NULL`;
  return insertStrayObjects(
    db,
    { key: sql`${documentKey}`, owner: sql`${artistId}` },
    from,
    timestamp,
  );
}
