import { and, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { type CountRow, countColumns } from "~/platform/counts.server";
import type { Database } from "~/platform/database.server";
import { type alertSilences, incidents } from "../monitoring-tables.server";
import { causeIdOf, hasNoCause } from "./incident-causes.server";
import type { Incident } from "./incident-store.server";

type Silence = typeof alertSilences.$inferSelect;

export interface IncidentView
  extends Pick<Incident, "id" | "rule" | "subject" | "detail" | "openedAt" | "closedAt"> {
  /** Undefined if not silenced. */
  silence: Pick<Silence, "until" | "staffName"> | undefined;
  /** The incident that causes it, if it is open; that one is open or has just ended. */
  causeId: string | undefined;
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
          'causeId', CASE WHEN told.closed_at IS NULL THEN ${causeIdOf("told", now)} END,
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
    causeId: v.pipe(
      v.nullable(v.string()),
      v.transform((id) => id ?? undefined),
    ),
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

/** More than there are rules and things that they watch. */
const MOST_OPEN = 30;

/** The open incidents that nothing explains, for the frame of staff pages. */
export async function openIncidents(db: Database, now: Date) {
  const { rule, subject, openedAt } = incidents;
  return db
    .select({ rule, subject, openedAt })
    .from(incidents)
    .where(and(isNull(incidents.closedAt), hasNoCause("incidents", now)))
    .limit(MOST_OPEN);
}
