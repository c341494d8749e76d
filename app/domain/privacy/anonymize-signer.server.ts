import { and, eq, inArray, like, sql } from "drizzle-orm";
import { audit } from "~/domain/access/staff/staff-tables.server";
import { signatureRequests } from "~/domain/artists/artist-tables.server";
import type { Database } from "~/platform/database.server";

/** Prefix of artist ids in the audit log. */
const PREFIX = "artist:";

/**
 * Replaces the name by the artist id in the audit entries of signatures. Must run before the
 * agreements are deleted: they identify the entries.
 */
export function anonymizeSigner(db: Database, artistId: string) {
  const requestIds = db
    .select({ id: signatureRequests.id })
    .from(signatureRequests)
    .where(eq(signatureRequests.artistId, artistId));
  return db
    .update(audit)
    .set({ staffName: sql`substr(${audit.staffId}, ${PREFIX.length + 1})` })
    .where(
      and(
        ...[
          inArray(audit.subject, requestIds),
          inArray(audit.action, ["agreement-signed", "agreement-filed"]),
        ],
        like(audit.staffId, `${PREFIX}%`),
      ),
    );
}
