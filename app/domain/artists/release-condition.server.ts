import { type SQL, sql } from "drizzle-orm";
import { isOneOfSql } from "~/platform/database.server";
import { inProgressStatuses } from "~/reference/statuses";

export interface ReleaseOwner {
  submissionId: string;
  artistId: string;
}

/** The condition that a release is this artist's and that its details can still be edited. */
export function isReleaseInProgress({ submissionId, artistId }: ReleaseOwner): SQL {
  return sql`EXISTS (SELECT 1 FROM submissions AS asked WHERE asked.id = ${submissionId}
    AND asked.artist_id = ${artistId} AND ${isOneOfSql(sql`lower(asked.status)`, inProgressStatuses)})`;
}
