import { unionAll } from "drizzle-orm/sqlite-core";
import { mailFigures } from "~/domain/mail/mail-store.server";
import { integrationNames, integrations } from "~/domain/review/integrations";
import { jobCounts } from "~/jobs/job-store.server";
import { rollupPlanOf } from "~/observability/analytics/aggregation.server";
import { type DashboardReply, type Hours, isSeverity } from "~/observability/analytics/dashboard";
import { performanceOf } from "~/observability/analytics/performance.server";
import {
  errorFigures,
  funnelFigures,
  healthQuery,
  measuredQuery,
  recentErrorsQuery,
  sumErrors,
} from "~/observability/analytics/queries.server";
import { periodsOf, slotsSince } from "~/observability/analytics/time-slots";
import { UPLOADS } from "~/observability/analytics/upload-health.server";
import { topicOfSplit, VITALS, type VitalsSplit } from "~/observability/analytics/vitals.server";
import { incidentFigures, incidentsOf } from "~/observability/health/incident-views.server";
import { systemHealth } from "~/observability/health/system-health";
import { redactSecrets } from "~/platform/redact-secrets";
import { withTimeout } from "~/platform/timeout";
import type { AppContext } from "~/session/app-context";

export type AnalyticsDeps = Pick<AppContext, "db" | "clock" | "settings"> & {
  monitoring: Pick<AppContext["monitoring"], "integrations">;
};

/** The data of the dashboard at one moment. */
export type Analytics = Awaited<ReturnType<typeof readAnalytics>>;

const QUERY_TIMEOUT_SECONDS = 10;

/**
 * Reads the dashboard: four indexed statements in one batch.
 * @param dimension how to split web vitals; without it their many figures are not read.
 * @throws Error where the database does not answer within ten seconds.
 */
export async function readAnalytics(context: AnalyticsDeps, hours: Hours, dimension?: VitalsSplit) {
  const { db, clock, settings } = context;
  const now = clock();
  const window = periodsOf(hours, now);
  const [since = now.toISOString()] = window.begins;
  const names = integrationNames.filter((name) => context.monitoring.integrations[name] !== "off");
  const topics = dimension ? [topicOfSplit(dimension)] : [];
  const split = dimension && {
    by: dimension,
    since: slotsSince(now, hours, rollupPlanOf(topicOfSplit(dimension))),
  };
  const figuresQuery = unionAll(
    errorFigures(db, since),
    funnelFigures(db, since),
    incidentFigures(db, now),
    jobCounts(db, since),
    mailFigures(db, since),
  );
  const [measuredRows, figures, recent, healthRows] = await withTimeout(
    QUERY_TIMEOUT_SECONDS,
    db.batch([
      measuredQuery(
        db,
        { topics: [VITALS, UPLOADS], since },
        { topics, since: split?.since ?? since },
      ),
      figuresQuery,
      recentErrorsQuery(db, since),
      healthQuery(db, names, since),
    ]),
  );
  const selectFigures = (part: string) => figures.filter((row) => row.part === part);
  const checks = healthRows.flatMap((check) => {
    const name = names.find((candidate) => candidate === check.name);
    if (!name) return [];
    const { title, own = false } = integrations[name];
    const detail = check.detail && redactSecrets(check.detail, settings);
    return [{ ...check, title, own, detail }];
  });
  const incidents = incidentsOf(figures);
  const isOpenCause = (causeId: string | undefined) =>
    incidents.open.some(({ id }) => id === causeId);
  const openIncidents = incidents.open.map(({ rule, subject, detail, causeId }) => ({
    name: `${rule}:${subject}`,
    detail,
    isEffect: isOpenCause(causeId),
  }));
  return {
    hours,
    now,
    window,
    checks,
    recent,
    incidents,
    /** Counts of jobs, mails and funnel steps. */
    figures,
    measured: measuredRows,
    /** How web vitals are split, if they are, and since when. */
    split,
    health: systemHealth(checks, openIncidents, now),
    performance: performanceOf(measuredRows, window),
    errors: sumErrors(selectFigures("errors"), window),
  };
}

/** The API's reply: exactly the specified shape. */
export function dashboardReply(analytics: Analytics): DashboardReply {
  const { hours, now, health, performance, errors, recent } = analytics;
  return {
    timestamp: now.toISOString(),
    timeWindow: hours,
    systemHealth: health,
    performanceStats: performance.stats,
    errorStats: {
      totalErrors: errors.total,
      errorsByCategory: errors.byCategory,
      recentErrors: recent.map(({ at, severity, category, message, url }) => ({
        timestamp: at,
        category,
        message,
        url,
        severity: isSeverity(severity) ? severity : "LOW",
      })),
    },
  };
}
