import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { audit } from "./tables.server";

/** What staff do that is written down. The trail shows the words as they stand here. */
export const auditActions = [
  "signed-in",
  "signed-out",
  "session-ended",
  "mode-opened",
  "mode-closed",
  "mode-noted",
  "mode-not-changed",
  "connection-tested",
  "drive-written-to",
  "test-mail-written",
  "columns-mapped",
  "columns-not-mapped",
  "columns-made",
  "columns-not-made",
  "board-item-made",
  "board-item-not-made",
  "job-run-again",
  "mail-sent-again",
  "mails-allowed",
  "links-ended",
  "clips-cut-again",
  "status-set",
  "item-taken",
  "item-given-back",
  "note-written",
  "package-downloaded",
  "queue-exported",
  "invitation-made",
  "returning-link-made",
  "returning-links-made",
  "link-mailed",
  "link-deactivated",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** One thing that was done. `id` is new. */
export interface Deed {
  id: string;
  at: Date;
  by: Staff;
  action: AuditAction;
  /** The id of what it was done to. */
  subject?: string;
  detail?: string | SQL;
  requestId?: string | undefined;
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

/** A row of the trail. */
export type TrailRow = typeof audit.$inferSelect;

/** Which rows: of whom (a part of the name), what was done, and those before a row. */
export interface TrailFilter {
  person?: string;
  action?: AuditAction;
  before?: string;
}

/** What was done, the latest first. @returns whether there is more, too. */
export async function readTrail(
  db: Database,
  { person, action, before }: TrailFilter,
  limit = 50,
): Promise<{ rows: TrailRow[]; more: boolean }> {
  const named = person && sql`instr(lower(${audit.staffName}), lower(${person})) > 0`;
  const rows = await db
    .select()
    .from(audit)
    .where(
      and(
        named || undefined,
        action && eq(audit.action, action),
        // ULIDs: later ones are greater.
        before ? lt(audit.id, before) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit + 1);
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}
