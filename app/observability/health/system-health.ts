import type { HealthStatus } from "../analytics/dashboard";

/** A dependency and its latest cron checks. */
export interface Checked {
  name: string;
  title: string;
  /** One of our own stores. */
  own: boolean;
  /** Time of its last check. */
  at: string;
  ok: boolean;
  detail: string | null;
  /** Time of its first stored check. */
  firstAt: string;
  /** Its last failure, and the check after it. */
  failedAt: string | null;
  askedNextAt: string | null;
}

interface OpenIncident {
  /** Rule and subject, such as `health:board`. */
  name: string;
  detail: string;
  /** Whether another open incident causes it. */
  isEffect?: boolean;
}

export interface SystemHealth {
  status: HealthStatus;
  /** Seconds. */
  uptime: number;
  /** Worst first. */
  issues: string[];
}

/** The cron checks every five minutes, so three checks are missing. */
const MAX_SILENCE_MINUTES = 15;

const HEALTH_RULE = "health";

const NOT_CHECKED = "The health checks have not run yet.";

/**
 * Unhealthy: one of our stores failed its last check. Degraded: a third party failed, no check ran for
 * a quarter of an hour, or an incident is open.
 * Uptime counts from the check after the last failure of one of our stores, or from the first stored
 * check (30 days); it is 0 while one fails.
 */
export function systemHealth(
  checks: readonly Checked[],
  incidents: readonly OpenIncident[],
  now: Date,
): SystemHealth {
  const ownChecks = checks.filter((check) => check.own);
  const failing = checks.filter(({ ok }) => !ok).sort((a, b) => Number(b.own) - Number(a.own));
  const isDown = failing.some((check) => check.own);
  const upSinceByStore = ownChecks.map(({ failedAt, askedNextAt, firstAt }) =>
    failedAt === null ? firstAt : (askedNextAt ?? failedAt),
  );
  const secondsSince = (at: string) =>
    Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1_000));
  const upSince = upSinceByStore.reduce((latest, at) => (at > latest ? at : latest), "");
  const lastCheckedAt = ownChecks.reduce((latest, { at }) => (at > latest ? at : latest), "");
  const silentMinutes =
    lastCheckedAt === "" ? undefined : Math.floor(secondsSince(lastCheckedAt) / 60);
  // Compared with their rule, since other rules have subjects of the same names.
  const incidentNames = new Set(incidents.map(({ name }) => name));
  const issues = [
    ...(silentMinutes === undefined ? [NOT_CHECKED] : []),
    ...(silentMinutes !== undefined && silentMinutes >= MAX_SILENCE_MINUTES
      ? [`No health check has run for ${silentMinutes} minutes: the cron may have stopped.`]
      : []),
    ...failing
      .filter(({ name }) => !incidentNames.has(`${HEALTH_RULE}:${name}`))
      .map(
        ({ title, detail }) =>
          `${title} does not answer as it should: ${detail ?? "no reason given"}`,
      ),
    ...incidents.filter(({ isEffect }) => !isEffect).map(({ detail }) => detail),
  ];
  return {
    status: isDown ? "unhealthy" : issues.length > 0 ? "degraded" : "healthy",
    uptime: isDown || upSince === "" ? 0 : secondsSince(upSince),
    issues,
  };
}
