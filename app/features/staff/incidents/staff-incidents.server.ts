import { sql } from "drizzle-orm";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { incidentTitle } from "~/domain/review/incident-title";
import {
  endSilenceStatement,
  silenceStatement,
} from "~/observability/health/incident-store.server";
import { type IncidentView, readIncidents } from "~/observability/health/incident-views.server";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";

type IncidentDeps = Pick<AppContext, "db" | "clock" | "ids" | "log"> & {
  scope: Pick<AppContext["scope"], "requestId">;
};

type Lists = Awaited<ReturnType<typeof readIncidents>>;

/** The first cause of an incident that is open, or itself. */
function openRootOf(incident: IncidentView, open: readonly IncidentView[]): IncidentView {
  const cause = open.find(({ id }) => id === incident.causeId);
  return cause ? openRootOf(cause, open) : incident;
}

function toIncidentRow(incident: IncidentView, { open, over }: Lists) {
  const { id, detail, openedAt, closedAt, silence, causeId } = incident;
  const pastCause = over.find((past) => past.id === causeId);
  const effects = open.filter((other) => other.id !== id && openRootOf(other, open).id === id);
  return {
    id,
    detail,
    title: incidentTitle(incident),
    /** What else is wrong because of it, while it is open. */
    effects: effects.map((effect) => ({
      id: effect.id,
      title: incidentTitle(effect),
      detail: effect.detail,
    })),
    /** The title of what caused it, where that is over. */
    pastCause: pastCause && incidentTitle(pastCause),
    since: openedAt,
    /** Undefined while it lasts. */
    until: closedAt ?? undefined,
    /** Undefined if alerts are not silenced. */
    silenced: silence && { until: silence.until, by: silence.staffName },
  };
}

/** Open incidents, each with what it causes, and those that are over. */
export function toIncidentLists(lists: Lists) {
  const { open, over } = lists;
  const roots = open.filter((incident) => openRootOf(incident, open) === incident);
  return {
    open: roots.map((incident) => toIncidentRow(incident, lists)),
    over: over.map((incident) => toIncidentRow(incident, lists)),
  };
}

export async function loadIncidents({ db, clock }: Pick<IncidentDeps, "db" | "clock">) {
  return toIncidentLists(await readIncidents(db, clock()));
}

/**
 * Silences an incident's alerts for a day, or ends the silence; with its audit entry.
 * @returns false if there is no such incident, or no silence to end.
 */
export async function setIncidentSilence(
  context: IncidentDeps,
  actor: Staff,
  change: "silence" | "hear",
  incidentId: string,
): Promise<boolean> {
  const { db, clock, log } = context;
  const now = clock();
  const isSilencing = change === "silence";
  const auditStatement = auditEntryOf(context, actor, {
    action: isSilencing ? "alert-silenced" : "alert-heard-again",
    subject: incidentId,
    at: now,
  });
  const incidentExists = sql`EXISTS (SELECT 1 FROM incidents WHERE id = ${incidentId})`;
  const isSilenced = sql`EXISTS (SELECT 1 FROM incidents AS about JOIN alert_silences AS silent
    ON silent.rule = about.rule AND silent.subject = about.subject
    WHERE about.id = ${incidentId} AND silent.until > ${now.toISOString()})`;
  const [, [changed]] = await db.batch([
    auditStatement(isSilencing ? incidentExists : isSilenced),
    isSilencing
      ? silenceStatement(db, incidentId, actor, now)
      : endSilenceStatement(db, incidentId, now),
  ]);
  if (changed && isSilencing) log("info", "incident.silenced", { incidentId, rule: changed.rule });
  return changed !== undefined;
}
