import { sql } from "drizzle-orm";
import { incidentTitle } from "~/observability/health/alert-rules";
import {
  endSilenceStatement,
  type IncidentView,
  readIncidents,
  silenceStatement,
} from "~/observability/health/incident-store.server";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import { auditEntryOf } from "~/session/audit-entry.server";
import type { Portal } from "~/session/portal";

type IncidentDeps = Pick<Portal, "db" | "clock" | "ids" | "log"> & {
  scope: Pick<Portal["scope"], "requestId">;
};

interface IncidentRow {
  id: string;
  title: string;
  detail: string;
  since: string;
  /** Undefined while it lasts. */
  until?: string | undefined;
  /** Undefined if alerts are not silenced. */
  silenced?: { until: string; by: string } | undefined;
}

function toIncidentRow(incident: IncidentView): IncidentRow {
  const { id, detail, openedAt, closedAt, silence } = incident;
  return {
    id,
    detail,
    title: incidentTitle(incident),
    since: longTime(openedAt),
    until: closedAt === null ? undefined : longTime(closedAt),
    silenced: silence && { until: longTime(silence.until), by: silence.staffName },
  };
}

export const toIncidentLists = ({ open, over }: Awaited<ReturnType<typeof readIncidents>>) => ({
  open: open.map(toIncidentRow),
  over: over.map(toIncidentRow),
});

export async function loadIncidents({ db, clock }: Pick<IncidentDeps, "db" | "clock">) {
  return toIncidentLists(await readIncidents(db, clock()));
}

/**
 * Silences an incident's alerts for a day, or ends the silence; with its audit entry.
 * @returns false if there is no such incident, or no silence to end.
 */
export async function setIncidentSilence(
  portal: IncidentDeps,
  actor: Staff,
  change: "silence" | "hear",
  incidentId: string,
): Promise<boolean> {
  const { db, clock, log } = portal;
  const now = clock();
  const incidentExists = sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${incidentId})`;
  const isSilenced = sql`EXISTS (SELECT 1 FROM incidents AS about JOIN alert_silences AS silent
    ON silent.rule = about.rule AND silent.subject = about.subject
    WHERE about.id = ${incidentId} AND silent.until > ${now.toISOString()})`;
  if (change === "silence") {
    const auditStatement = auditEntryOf(portal, actor, {
      action: "alert-silenced",
      subject: incidentId,
      at: now,
    });
    const [, [newSilence]] = await db.batch([
      auditStatement(incidentExists),
      silenceStatement(db, incidentId, actor, now),
    ]);
    if (newSilence) log("info", "incident.silenced", { incidentId, rule: newSilence.rule });
    return newSilence !== undefined;
  }
  const auditStatement = auditEntryOf(portal, actor, {
    action: "alert-heard-again",
    subject: incidentId,
    at: now,
  });
  const [, [endedSilence]] = await db.batch([
    auditStatement(isSilenced),
    endSilenceStatement(db, incidentId, now),
  ]);
  return endedSilence !== undefined;
}
