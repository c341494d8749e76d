import { and, eq, inArray, like, sql } from "drizzle-orm";
import { signatureRequests } from "~/artists/artist-tables.server";
import type { Database } from "~/platform/database.server";
import { audit } from "~/staff/staff-tables.server";

/** What the id of an artist begins with in the trail. */
const PREFIX = "artist:";

/**
 * The statement that leaves of an artist who has signed their id alone in the trail, where signatures
 * once stood with the name that was typed. While the signed agreements are there: they say whose it was.
 */
export function anonymizeSigner(db: Database, artistId: string) {
  const theirs = db
    .select({ id: signatureRequests.id })
    .from(signatureRequests)
    .where(eq(signatureRequests.artistId, artistId));
  return db
    .update(audit)
    .set({ staffName: sql`substr(${audit.staffId}, ${PREFIX.length + 1})` })
    .where(
      and(
        ...[
          inArray(audit.subject, theirs),
          inArray(audit.action, ["agreement-signed", "agreement-filed"]),
        ],
        like(audit.staffId, `${PREFIX}%`),
      ),
    );
}
