import type { HealthStatus } from "./dashboard";

/** A dependency and how it answered the cron's checks. */
export interface Checked {
  name: string;
  /** In words, for staff. */
  title: string;
  /** One of our own stores: nothing works without it. */
  own: boolean;
  /** Its last check. */
  at: string;
  ok: boolean;
  detail: string | null;
  /** Its first check that is kept. */
  firstAt: string;
  /** When it failed last, and when it was asked next; null where it never did, or was not yet. */
  failedAt: string | null;
  askedNextAt: string | null;
}

/** What staff were told of and is not over. */
interface OpenIncident {
  /** The rule and what of it, such as an integration: `health:board`. */
  name: string;
  detail: string;
}

export interface SystemHealth {
  status: HealthStatus;
  /** Seconds. */
  uptime: number;
  /** In words, the gravest first. */
  issues: string[];
}

/** The cron checks every five minutes: three checks that did not come are no accident. */
const SILENT_MINUTES = 15;

/** The rule by which staff are told that something does not answer. */
const HEALTH_RULE = "health";

const NOT_CHECKED = "The health checks have not run yet.";

/**
 * How everything is. Unhealthy: a store of our own did not answer when it was asked last. Degraded: a
 * third party did not, or nobody has asked for a quarter of an hour, or staff were told of something
 * that is not over.
 *
 * Uptime counts from the check after the last one that a store of our own did not answer, or from the
 * first check that is kept (30 days); it is 0 while one does not answer.
 */
export function systemHealth(
  checks: readonly Checked[],
  incidents: readonly OpenIncident[],
  now: Date,
): SystemHealth {
  const own = checks.filter((check) => check.own);
  const failing = checks.filter(({ ok }) => !ok).sort((a, b) => Number(b.own) - Number(a.own));
  const down = failing.some((check) => check.own);
  const since = own.map(({ failedAt, askedNextAt, firstAt }) =>
    failedAt === null ? firstAt : (askedNextAt ?? failedAt),
  );
  const secondsSince = (at: string) =>
    Math.max(0, Math.floor((now.getTime() - Date.parse(at)) / 1_000));
  const upSince = since.reduce((latest, at) => (at > latest ? at : latest), "");
  const lastAsked = own.reduce((latest, { at }) => (at > latest ? at : latest), "");
  const silent = lastAsked === "" ? undefined : Math.floor(secondsSince(lastAsked) / 60);
  // Other rules have things of the same names: that the database grows says nothing of its answers.
  const incidentNames = new Set(incidents.map(({ name }) => name));
  const issues = [
    ...(silent === undefined ? [NOT_CHECKED] : []),
    ...(silent !== undefined && silent >= SILENT_MINUTES
      ? [`No health check has run for ${silent} minutes: the cron may have stopped.`]
      : []),
    ...failing
      .filter(({ name }) => !incidentNames.has(`${HEALTH_RULE}:${name}`))
      .map(
        ({ title, detail }) =>
          `${title} does not answer as it should: ${detail ?? "no reason given"}`,
      ),
    ...incidents.map(({ detail }) => detail),
  ];
  return {
    status: down ? "unhealthy" : issues.length > 0 ? "degraded" : "healthy",
    uptime: down || upSince === "" ? 0 : secondsSince(upSince),
    issues,
  };
}
