import { checkHealth, insertChecks, latestChecks } from "~/monitoring/health-checks.server";
import type { Probe } from "~/monitoring/probe";
import type { SweepDeps } from "./sweep-deps";

/**
 * Records how dependencies answer, and tells of those that do not; what waited for one that answers again goes
 * on at once. @returns how many are well.
 */
export async function recordHealth(
  { db, log, now, calls: { onRecovered: whenBack } }: SweepDeps,
  probes: Readonly<Record<string, Probe>>,
): Promise<number> {
  const awaitedNames = Object.keys(probes).filter((name) => whenBack[name]);
  const previousChecks = (await latestChecks(db, awaitedNames, 1)).flat();
  const checks = await checkHealth(db, probes, now);
  for (const { integration, ms, ok, detail } of checks)
    if (!ok) log("error", "health.failed", { integration, ms, reason: detail ?? undefined });
  const passingChecks = checks.filter(({ ok }) => ok);
  for (const { integration, ok } of previousChecks)
    if (!ok && passingChecks.some((check) => check.integration === integration))
      await whenBack[integration]?.();
  return passingChecks.length;
}

/** The cron comes every five minutes: three times that it did not are no accident. */
const MAX_SILENT_MINUTES = 15;

/**
 * The same of our own stores. Where nobody could write down that they were asked, since the database or the
 * cron was away, that is written down now: uptime begins anew behind it.
 */
export async function recordStoreHealth(deps: SweepDeps): Promise<number> {
  const { db, log, now, calls } = deps;
  for (const { integration, at } of (await latestChecks(db, Object.keys(calls.stores), 1)).flat()) {
    const minutes = Math.floor((now().getTime() - Date.parse(at)) / 60_000);
    if (minutes < MAX_SILENT_MINUTES) continue;
    const detail = `Nothing was written down for ${minutes} minutes: the database or the cron was away.`;
    const missedAt = new Date(Date.parse(at) + MAX_SILENT_MINUTES * 60_000).toISOString();
    await insertChecks(db, [{ at: missedAt, integration, ok: false, ms: 0, detail }]);
    log("error", "health.failed", { integration, ms: 0, reason: detail });
  }
  return recordHealth(deps, calls.stores);
}

/** What was asked in this very sweep is not asked again in it. */
const MIN_RECHECK_AGE_MS = 60_000;

/**
 * Asks those once more that failed when they were asked last: whether something is away, or back, is
 * known by the next sweep. @returns how many are well.
 */
export async function recheckFailed(
  deps: SweepDeps,
  probes: Readonly<Record<string, Probe>>,
): Promise<number> {
  const before = new Date(deps.now().getTime() - MIN_RECHECK_AGE_MS).toISOString();
  const checks = await latestChecks(deps.db, Object.keys(probes), 1);
  const failedChecks = checks.flat().filter(({ ok, at }) => !ok && at < before);
  const failedProbes = failedChecks.flatMap(({ integration }) => {
    const probe = probes[integration];
    return probe ? [[integration, probe] as const] : [];
  });
  return failedProbes.length === 0 ? 0 : recordHealth(deps, Object.fromEntries(failedProbes));
}
