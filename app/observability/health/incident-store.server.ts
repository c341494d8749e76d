import {
  and,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { addDays, addMinutes } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { alertSilences, incidents } from "../monitoring-tables.server";
import {
  ERROR_WAIT_MINUTES,
  type Finding,
  REOPEN_MINUTES,
  type RuleName,
  ruleNames,
} from "./alert-rules";
import { hasNoCause } from "./incident-causes.server";

export type Incident = typeof incidents.$inferSelect;

const SILENCE_HOURS = 24;
const RETENTION_DAYS = 400;
const SILENCE_RETENTION_DAYS = 30;

/**
 * Opens the incident of a finding or returns the open one, in one statement, so that concurrent sweeps
 * open it once. An incident that recurs soon after its end is the same one.
 * @param id of a new one.
 * @returns the incident, and whether this call has opened it.
 */
export async function openIncident(
  db: Database,
  { rule, subject, detail }: Finding,
  now: Date,
  id: string,
): Promise<{ incident: Incident; isNew: boolean }> {
  const at = now.toISOString();
  const reopenCutoff = addMinutes(now, -REOPEN_MINUTES).toISOString();
  const existingId = sql`(SELECT id FROM incidents WHERE rule = ${rule} AND subject = ${subject}
    AND (closed_at IS NULL OR (closed_at > ${reopenCutoff} AND end_mailed_at IS NULL))
    ORDER BY opened_at DESC LIMIT 1)`;
  const [incident] = await db
    .insert(incidents)
    .select(
      sql`SELECT coalesce(${existingId}, ${id}), ${rule}, ${subject}, ${detail}, ${at}, ${at}, NULL, NULL, NULL WHERE TRUE`,
    )
    .onConflictDoUpdate({
      target: incidents.id,
      set: { detail, lastSeenAt: at, closedAt: null },
    })
    .returning();
  if (!incident) throw new Error("An incident was neither opened nor found.");
  return { incident, isNew: incident.id === id };
}

/**
 * Closes open incidents of these rules without a finding, in one statement, so that concurrent sweeps
 * close each once.
 * @returns those closed by this call.
 */
export function closeIncidents(
  db: Database,
  rules: readonly RuleName[],
  findings: readonly Finding[],
  now: Date,
): Promise<Incident[]> {
  const findingKeys = JSON.stringify(findings.map(({ rule, subject }) => `${rule} ${subject}`));
  return db
    .update(incidents)
    .set({ closedAt: now.toISOString() })
    .where(
      and(
        isNull(incidents.closedAt),
        or(inArray(incidents.rule, [...rules]), notInArray(incidents.rule, [...ruleNames])),
        sql`${incidents.rule} || ' ' || ${incidents.subject} NOT IN (SELECT value FROM json_each(${findingKeys}))`,
      ),
    )
    .returning();
}

const isUnsilenced = (now: Date): SQL =>
  sql`NOT EXISTS (SELECT 1 FROM alert_silences AS silence WHERE silence.rule = ${incidents.rule}
    AND silence.subject = ${incidents.subject} AND silence.until > ${now.toISOString()})`;

/**
 * Open incidents that staff are to be notified of: none that is silenced or that an open one causes.
 */
export function unnotifiedIncidents(db: Database, now: Date): Promise<Incident[]> {
  const isTooEarly = and(
    eq(incidents.rule, "errors"),
    gt(incidents.openedAt, addMinutes(now, -ERROR_WAIT_MINUTES).toISOString()),
  );
  return db
    .select()
    .from(incidents)
    .where(
      and(
        ...[isNull(incidents.closedAt), isNull(incidents.mailedAt), isUnsilenced(now)],
        ...[sql`NOT (${isTooEarly})`, hasNoCause("incidents", now)],
      ),
    );
}

/**
 * The condition that staff may be told now that an incident has opened: no other sweep has told it or
 * opened its cause meanwhile.
 */
export const canBeNotified = (id: string, now: Date): SQL =>
  sql`EXISTS (SELECT 1 FROM incidents AS told WHERE told.id = ${id} AND told.closed_at IS NULL
    AND told.mailed_at IS NULL AND ${hasNoCause("told", now)})`;

/**
 * Notified incidents that have been over long enough to report it. If the same problem recurred while
 * silenced, it must be over as well; if staff were or will be notified of the recurrence, only its end
 * is reported.
 * @returns each with the time since when all is well.
 */
export function unnotifiedResolutions(db: Database, now: Date): Promise<Incident[]> {
  const reopenCutoff = addMinutes(now, -REOPEN_MINUTES).toISOString();
  const isOver = lte(incidents.closedAt, reopenCutoff);
  const isNotified = and(isNotNull(incidents.mailedAt), isNull(incidents.endMailedAt));
  // Full column names, since this is used within a select list.
  const later = sql.raw(`FROM incidents AS later WHERE later.rule = incidents.rule
    AND later.subject = incidents.subject AND later.opened_at > incidents.opened_at`);
  const isLast = sql`NOT EXISTS (SELECT 1 ${later} AND (later.mailed_at IS NOT NULL
    OR later.closed_at IS NULL OR later.closed_at > ${reopenCutoff}))`;
  const resolvedAt = sql<string>`max(${incidents.closedAt},
    coalesce((SELECT max(later.closed_at) ${later}), ''))`;
  return db
    .select({ ...getTableColumns(incidents), closedAt: resolvedAt })
    .from(incidents)
    .where(and(isOver, isNotified, isLast, isUnsilenced(now)));
}

/** The statement that marks a notification, for the batch of the mail. */
export function markNotifiedStatement(
  db: Database,
  id: string,
  event: "opening" | "end",
  now: Date,
  condition: SQL,
) {
  const at = now.toISOString();
  return db
    .update(incidents)
    .set(event === "opening" ? { mailedAt: at } : { endMailedAt: at })
    .where(and(eq(incidents.id, id), condition));
}

/**
 * The statement that silences an incident's subject for a day from now.
 * @param incidentId unknown ids write nothing.
 */
export function silenceStatement(db: Database, incidentId: string, actor: Staff, now: Date) {
  const until = new Date(now.getTime() + SILENCE_HOURS * 3_600_000).toISOString();
  const [staffId, staffName, at] = [actor.id, actor.name, now.toISOString()];
  return db
    .insert(alertSilences)
    .select(
      sql`SELECT rule, subject, ${until}, ${staffId}, ${staffName}, ${at} FROM incidents WHERE id = ${incidentId}`,
    )
    .onConflictDoUpdate({
      target: [alertSilences.rule, alertSilences.subject],
      set: { until, staffId, staffName, createdAt: at },
    })
    .returning();
}

export function endSilenceStatement(db: Database, incidentId: string, now: Date) {
  const at = now.toISOString();
  const isSameSubject = sql`(rule, subject) IN (SELECT rule, subject FROM incidents WHERE id = ${incidentId})`;
  return db
    .update(alertSilences)
    .set({ until: at })
    .where(and(gt(alertSilences.until, at), isSameSubject))
    .returning();
}

/** The incidents of these ids that still exist. */
export function findIncidents(db: Database, ids: readonly string[]) {
  const { id, rule, subject } = incidents;
  return db
    .select({ id, rule, subject })
    .from(incidents)
    .where(sql`${id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);
}

/** Deletes incidents 400 days after their end, and silences 30 days after theirs. */
export async function forgetIncidents(db: Database, now: Date): Promise<void> {
  await db.batch([
    db
      .delete(incidents)
      .where(lte(incidents.closedAt, addDays(now, -RETENTION_DAYS).toISOString())),
    db
      .delete(alertSilences)
      .where(lte(alertSilences.until, addDays(now, -SILENCE_RETENTION_DAYS).toISOString())),
  ]);
}
