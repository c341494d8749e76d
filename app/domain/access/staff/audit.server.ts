import {
  and,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  lt,
  notExists,
  notInArray,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import * as v from "valibot";
import { type Database, runBatch } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { audit } from "./staff-tables.server";

/** Actions in the audit log. Staff read these words as they are. */
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
  "mail-let-go",
  "mails-allowed",
  "links-ended",
  "clips-cut-again",
  "track-measured",
  "status-set",
  "status-undone",
  "board-set-back",
  "reason-saved",
  "reason-removed",
  "item-taken",
  "item-given-back",
  "item-assigned",
  "put-on-shortlist",
  "taken-off-shortlist",
  "item-snoozed",
  "snooze-ended",
  "rating-set",
  "tags-set",
  "note-written",
  "artist-note-written",
  "store-links-set",
  "release-published",
  "release-unpublished",
  "artist-published",
  "artist-unpublished",
  "listening-link-made",
  "listening-link-ended",
  "package-downloaded",
  "sheet-made",
  "details-asked",
  "message-downloaded",
  "delivery-asked",
  "template-saved",
  "template-removed",
  "queue-exported",
  "figures-exported",
  "invitation-made",
  "returning-link-made",
  "returning-links-made",
  "link-mailed",
  "links-mailed",
  "link-deactivated",
  "account-made",
  "account-code-changed",
  "agreement-signed",
  "agreement-filed",
  "agreement-on-paper",
  "deletion-recorded",
  "deletion-brought-forward",
  "alert-silenced",
  "alert-heard-again",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Their texts are what the team thinks among itself. */
const TEAM_ACTIONS: AuditAction[] = ["item-assigned", "item-snoozed", "rating-set", "tags-set"];

export interface AuditEntry {
  id: string;
  at: Date;
  by: Staff | Signer;
  action: AuditAction;
  subject?: string;
  detail?: string | SQL;
  /** Null without a request. */
  requestId: string | null;
}

export interface AuditActor {
  by: Staff;
  requestId: string;
}

/** An artist who signed, by id alone: the audit log outlives the account. */
interface Signer {
  kind: "artist";
  /** The id that they sign in with. */
  artistId: string;
}

const auditName = (actor: AuditEntry["by"]) =>
  actor.kind === "staff" ? actor : { id: `artist:${actor.artistId}`, name: actor.artistId };

/**
 * The statement that inserts an audit entry, for the batch of the change itself.
 * @param condition inserted only if this condition holds in the batch.
 */
export function auditStatement(db: Database, entry: AuditEntry, condition: SQL = sql`1`) {
  const { id, at, action, subject = "", detail = null, requestId } = entry;
  const actor = auditName(entry.by);
  return db
    .insert(audit)
    .select(
      sql`SELECT ${id}, ${actor.id}, ${actor.name}, ${action}, ${subject}, ${detail}, ${requestId}, ${at.toISOString()} WHERE ${condition}`,
    );
}

/**
 * The statement that clears the texts about deleted subjects; what was done and by whom stays.
 * @param subjects their ids, as a subquery for IN.
 */
export function clearAuditDetails(db: Database, subjects: SQLWrapper) {
  return db
    .update(audit)
    .set({ detail: null })
    .where(and(sql`${audit.subject} IN ${subjects}`, isNotNull(audit.detail)));
}

/** The statement that anonymizes entries of agreements, which name the artist. */
export function anonymizeSigners(db: Database, agreements: SQLWrapper) {
  const actions: AuditAction[] = ["agreement-signed", "agreement-filed"];
  return db
    .update(audit)
    .set({ staffId: "artist", staffName: "An artist", detail: null })
    .where(and(sql`${audit.subject} IN ${agreements}`, inArray(audit.action, actions)));
}

/**
 * Texts of the audit log about some subjects, oldest first, without the names of staff and what they
 * noted for each other.
 */
export function auditDetailsOf(db: Database, subjects: SQLWrapper) {
  return db
    .select({ about: audit.subject, what: audit.action, text: audit.detail, at: audit.createdAt })
    .from(audit)
    .where(
      and(
        sql`${audit.subject} IN ${subjects}`,
        isNotNull(audit.detail),
        notInArray(audit.action, TEAM_ACTIONS),
      ),
    )
    .orderBy(audit.id);
}

/** The statement that sets the subject once it is known. */
export function setAuditSubject(db: Database, id: string, subject: string) {
  return db.update(audit).set({ subject }).where(eq(audit.id, id));
}

export type AuditRow = typeof audit.$inferSelect;

/** `person` is part of a name; `before` is an id. */
export interface AuditFilter {
  person?: string;
  action?: AuditAction;
  subject?: string;
  before?: string;
}

const namesSchema = v.array(v.object({ name: v.string() }));
const MAX_NAMES = 30;

/** Names containing a text; the recursive query finds each distinct name by one index step. */
async function findNames(db: Database, namePart: string): Promise<string[]> {
  const rows = await db.all(sql`WITH RECURSIVE names(name) AS (
    SELECT min(staff_name) FROM audit
    UNION ALL SELECT (SELECT min(staff_name) FROM audit WHERE staff_name > names.name)
      FROM names WHERE names.name IS NOT NULL)
    SELECT name FROM names WHERE name IS NOT NULL`);
  const lowercasePart = namePart.toLowerCase();
  return v
    .parse(namesSchema, rows)
    .flatMap(({ name }) => (name.toLowerCase().includes(lowercasePart) ? [name] : []))
    .slice(0, MAX_NAMES);
}

/** Reads entries, latest first, of at most one name, so that an index gives the order. */
function auditQuery(
  db: Database,
  { action, subject, before }: Omit<AuditFilter, "person">,
  name: string | undefined,
  limit: number,
) {
  return db
    .select()
    .from(audit)
    .where(
      and(
        subject === undefined ? undefined : eq(audit.subject, subject),
        name === undefined ? undefined : eq(audit.staffName, name),
        action && eq(audit.action, action),
        // ULIDs grow with time.
        before ? lt(audit.id, before) : undefined,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
}

/** Reads the audit log, latest first. @returns the rows, and whether there are more. */
export async function readAuditLog(
  db: Database,
  { person, ...filter }: AuditFilter,
  limit = 50,
): Promise<{ rows: AuditRow[]; hasMore: boolean }> {
  const names = person ? await findNames(db, person) : [undefined];
  const queries = names.map((name) => auditQuery(db, filter, name, limit + 1));
  const matches = (await runBatch(db, queries)).flat();
  const rows = matches.toSorted((left, right) => (left.id < right.id ? 1 : -1));
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

const MODE_ACTIONS: AuditAction[] = ["mode-opened", "mode-closed", "mode-noted"];

const isModeAction = inArray(audit.action, MODE_ACTIONS);

/** The condition that the mode has exactly so many audit entries, to detect concurrent changes. */
export const modeAuditCountEquals = (expected: number): SQL =>
  sql`(SELECT count(*) FROM ${audit} WHERE ${isModeAction}) = ${expected}`;

/** The number of audit entries about the mode, and the last one whose change was not undone. */
export async function modeAuditState(
  db: Database,
): Promise<{ count: number; last: AuditRow | undefined }> {
  const undoing = alias(audit, "undoing");
  const undone = db
    .select({ id: undoing.id })
    .from(undoing)
    .where(
      and(
        eq(undoing.action, "mode-not-changed" satisfies AuditAction),
        eq(undoing.createdAt, audit.createdAt),
        eq(undoing.staffId, audit.staffId),
      ),
    );
  const [countRows, [last]] = await db.batch([
    db.select({ deeds: count() }).from(audit).where(isModeAction),
    db
      .select()
      .from(audit)
      .where(and(isModeAction, notExists(undone)))
      .orderBy(desc(audit.id))
      .limit(1),
  ]);
  return { count: countRows[0]?.deeds ?? 0, last };
}
