import {
  checkHealth,
  insertChecks,
  latestChecks,
  type Probe,
} from "~/observability/health/health-checks.server";
import type { SweepDeps } from "./sweep-deps";

/**
 * Records whether dependencies answer, and logs those that do not. For one that answers again its
 * `onRecovered` runs. @returns how many answer.
 */
export async function recordHealth(
  { db, log, now, calls: { onRecovered } }: SweepDeps,
  probes: Readonly<Record<string, Probe>>,
): Promise<number> {
  const awaitedNames = Object.keys(probes).filter((name) => onRecovered[name]);
  const previousChecks = (await latestChecks(db, awaitedNames, 1)).flat();
  const checks = await checkHealth(db, probes, now);
  for (const { integration, ms, ok, detail } of checks)
    if (!ok) log("error", "health.failed", { integration, ms, reason: detail ?? undefined });
  const passingChecks = checks.filter(({ ok }) => ok);
  for (const { integration, ok } of previousChecks)
    if (!ok && passingChecks.some((check) => check.integration === integration))
      await onRecovered[integration]?.();
  return passingChecks.length;
}

/** The cron runs every five minutes; three missed runs are a gap. */
const MAX_SILENT_MINUTES = 15;

/**
 * Records whether our own stores answer. A gap in the checks, while the database or the cron was
 * away, is recorded as a failed check, so that uptime starts again after it.
 */
export async function recordStoreHealth(deps: SweepDeps): Promise<number> {
  const { db, log, now, calls } = deps;
  for (const { integration, at } of (await latestChecks(db, Object.keys(calls.stores), 1)).flat()) {
    const minutes = Math.floor((now().getTime() - Date.parse(at)) / 60_000);
    if (minutes < MAX_SILENT_MINUTES) continue;
    const detail = `Nothing was recorded for ${minutes} minutes, because the database or the cron did not work.`;
    const missedAt = new Date(Date.parse(at) + MAX_SILENT_MINUTES * 60_000).toISOString();
    await insertChecks(db, [{ at: missedAt, integration, ok: false, ms: 0, detail }]);
    log("error", "health.failed", { integration, ms: 0, reason: detail });
  }
  return recordHealth(deps, calls.stores);
}

/** What this sweep has checked already is not checked again. */
const MIN_RECHECK_AGE_MS = 60_000;

/**
 * Checks those again whose last check failed, so that an outage or its end is known within one
 * sweep. @returns how many answer.
 */
export async function recheckFailed(deps: SweepDeps, probes: Readonly<Record<string, Probe>>) {
  const before = new Date(deps.now().getTime() - MIN_RECHECK_AGE_MS).toISOString();
  const checks = await latestChecks(deps.db, Object.keys(probes), 1);
  const failedChecks = checks.flat().filter(({ ok, at }) => !ok && at < before);
  const failedProbes = failedChecks.flatMap(({ integration }) => {
    const probe = probes[integration];
    return probe ? [[integration, probe] as const] : [];
  });
  return failedProbes.length === 0 ? 0 : recordHealth(deps, Object.fromEntries(failedProbes));
}
