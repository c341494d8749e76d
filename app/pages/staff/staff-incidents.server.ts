import { sql } from "drizzle-orm";
import {
  endSilenceStatement,
  type IncidentView,
  readIncidents,
  silenceStatement,
} from "~/monitoring/incidents/incident-store.server";
import { incidentTitle } from "~/monitoring/incidents/rules";
import { longTime } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { auditEntryOf } from "../audit-entry.server";

type IncidentsDesk = Pick<Portal, "db" | "clock" | "ids" | "log"> & {
  scope: Pick<Portal["scope"], "requestId">;
};

interface ShownIncident {
  id: string;
  title: string;
  detail: string;
  since: string;
  /** Undefined while it lasts. */
  until?: string | undefined;
  /** Undefined if alerts are not silenced. */
  silenced?: { until: string; by: string } | undefined;
}

function incidentRow(incident: IncidentView): ShownIncident {
  const { id, detail, openedAt, closedAt, silence: quiet } = incident;
  return {
    id,
    detail,
    title: incidentTitle(incident),
    since: longTime(openedAt),
    until: closedAt === null ? undefined : longTime(closedAt),
    silenced: quiet && { until: longTime(quiet.until), by: quiet.staffName },
  };
}

export const shownIncidents = ({ open, over }: Awaited<ReturnType<typeof readIncidents>>) => ({
  open: open.map(incidentRow),
  over: over.map(incidentRow),
});

export async function incidentsDesk({ db, clock }: Pick<IncidentsDesk, "db" | "clock">) {
  return shownIncidents(await readIncidents(db, clock()));
}

/**
 * Silences an incident's alerts for a day, or ends the silence; with its audit entry.
 * @returns false if there is no such incident, or no silence to end.
 */
export async function setIncidentSilence(
  portal: IncidentsDesk,
  by: Staff,
  what: "silence" | "hear",
  incidentId: string,
): Promise<boolean> {
  const { db, clock, log } = portal;
  const at = clock();
  const there = sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${incidentId})`;
  const silent = sql`EXISTS (SELECT 1 FROM incidents AS about JOIN alert_silences AS silent
    ON silent.rule = about.rule AND silent.subject = about.subject
    WHERE about.id = ${incidentId} AND silent.until > ${at.toISOString()})`;
  if (what === "silence") {
    const deed = auditEntryOf(portal, by, { action: "alert-silenced", subject: incidentId, at });
    const [, [newSilence]] = await db.batch([
      deed(there),
      silenceStatement(db, incidentId, by, at),
    ]);
    if (newSilence) log("info", "incident.silenced", { incidentId, rule: newSilence.rule });
    return newSilence !== undefined;
  }
  const deed = auditEntryOf(portal, by, { action: "alert-heard-again", subject: incidentId, at });
  const [, [endedSilence]] = await db.batch([
    deed(silent),
    endSilenceStatement(db, incidentId, at),
  ]);
  return endedSilence !== undefined;
}
