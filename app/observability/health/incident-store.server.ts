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
import * as v from "valibot";
import { addDays } from "~/platform/clock";
import { type CountRow, countColumns } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import type { Staff } from "~/platform/principal";
import { alertSilences, incidents } from "../monitoring-tables.server";
import { type Finding, REOPEN_MINUTES, type RuleName, ruleNames } from "./alert-rules";

export type Incident = typeof incidents.$inferSelect;
type Silence = typeof alertSilences.$inferSelect;

const SILENCE_HOURS = 24;
const RETENTION_DAYS = 400;
const SILENCE_RETENTION_DAYS = 30;

const minutesBefore = (now: Date, minutes: number) =>
  new Date(now.getTime() - minutes * 60_000).toISOString();

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
  const reopenCutoff = minutesBefore(now, REOPEN_MINUTES);
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

/** Open incidents that staff were not notified of, except silenced ones. */
export function unnotifiedIncidents(db: Database, now: Date): Promise<Incident[]> {
  return db
    .select()
    .from(incidents)
    .where(and(isNull(incidents.closedAt), isNull(incidents.mailedAt), isUnsilenced(now)));
}

/**
 * Notified incidents that have been over long enough to report it. If the same problem recurred while
 * silenced, it must be over as well; if staff were or will be notified of the recurrence, only its end
 * is reported.
 * @returns each with the time since when all is well.
 */
export function unnotifiedResolutions(db: Database, now: Date): Promise<Incident[]> {
  const reopenCutoff = minutesBefore(now, REOPEN_MINUTES);
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

export interface IncidentView
  extends Pick<Incident, "id" | "rule" | "subject" | "detail" | "openedAt" | "closedAt"> {
  /** Undefined if not silenced. */
  silence: Pick<Silence, "until" | "staffName"> | undefined;
}

const PART = "incidents";

/**
 * Open and recent incidents with silences, in the shared row format of the dashboard's UNION; parsed by
 * {@link incidentsOf}.
 */
export function incidentFigures(db: Database, now: Date, limit = 50) {
  const silenceCondition = sql`silent.rule = told.rule AND silent.subject = told.subject
    AND silent.until > ${now.toISOString()}`;
  const incidentRows = sql`(SELECT * FROM incidents WHERE closed_at IS NULL
    UNION ALL SELECT * FROM (SELECT * FROM incidents WHERE closed_at IS NOT NULL
      ORDER BY opened_at DESC LIMIT ${limit})) AS told`;
  return db
    .select(
      countColumns({
        part: sql`${PART}`,
        name: sql`told.id`,
        detail: sql`json_object('rule', told.rule, 'subject', told.subject, 'detail', told.detail,
          'closedAt', told.closed_at,
          'silence', (SELECT json_object('until', silent.until, 'staffName', silent.staff_name)
            FROM alert_silences AS silent WHERE ${silenceCondition}))`,
        count: sql`1`,
        at: sql`told.opened_at`,
      }),
    )
    .from(incidentRows);
}

const incidentSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    rule: v.string(),
    subject: v.string(),
    detail: v.string(),
    closedAt: v.nullable(v.string()),
    silence: v.pipe(
      v.nullable(v.object({ until: v.string(), staffName: v.string() })),
      v.transform((silence) => silence ?? undefined),
    ),
  }),
);

/** Parses such rows, latest first. */
export function incidentsOf(figures: readonly CountRow[]) {
  const incidents = figures
    .filter(({ part }) => part === PART)
    .map(
      ({ name: id, detail, at }): IncidentView => ({
        id,
        openedAt: at ?? "",
        ...v.parse(incidentSchema, detail),
      }),
    )
    .sort((left, right) => (left.openedAt < right.openedAt ? 1 : -1));
  return {
    open: incidents.filter(({ closedAt }) => closedAt === null),
    over: incidents.filter(({ closedAt }) => closedAt !== null),
  };
}

/** Open and recent incidents. */
export async function readIncidents(db: Database, now: Date) {
  return incidentsOf(await incidentFigures(db, now));
}

/** Whether an incident is open, for the dot in the frame of staff pages. */
export async function hasOpenIncident(db: Database): Promise<boolean> {
  const open = await db
    .select({ id: incidents.id })
    .from(incidents)
    .where(isNull(incidents.closedAt))
    .limit(1);
  return open.length > 0;
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
