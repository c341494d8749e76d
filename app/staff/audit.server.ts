import { type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { audit } from "./tables.server";

/** What staff do that is written down. */
export type AuditAction =
  | "signed-in"
  | "signed-out"
  | "session-ended"
  | "invitation-made"
  | "returning-link-made"
  | "returning-links-made"
  | "link-mailed"
  | "link-deactivated"
  | "mode-opened"
  | "mode-closed"
  | "mode-noted"
  | "mode-not-changed";

/** One thing that was done. `id` is new. */
export interface Deed {
  id: string;
  at: Date;
  by: Staff;
  action: AuditAction;
  /** The id of what it was done to. */
  subject?: string;
  detail?: string | SQL;
  requestId?: string;
}

/**
 * The statement that writes a deed down: for the batch that does it, so that neither is without the
 * other.
 * @param when a condition; where it does not hold in that batch, nothing is written.
 */
export function writeDown(db: Database, deed: Deed, when: SQL = sql`1`) {
  const { id, at, by, action, subject = "", detail = null, requestId = null } = deed;
  return db
    .insert(audit)
    .select(
      sql`SELECT ${id}, ${by.id}, ${by.name}, ${action}, ${subject}, ${detail}, ${requestId}, ${at.toISOString()} WHERE ${when}`,
    );
}
