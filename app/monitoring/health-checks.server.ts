import { and, desc, eq, lt } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { withTimeout } from "~/platform/timeout";
import { errorReason } from "./log";
import { healthChecks } from "./monitoring-tables.server";
import { isProbeError, type Probe } from "./probe";

export type HealthCheck = typeof healthChecks.$inferSelect;

const KEPT_DAYS = 30;
const PROBE_SECONDS = 20;

/** One check, as it is recorded. */
type Asked = Omit<HealthCheck, "id">;

/** Asks one dependency, and tells how it answered. */
export async function runHealthCheck(
  integration: string,
  probe: Probe,
  now: () => Date,
  seconds = PROBE_SECONDS,
): Promise<Asked> {
  const began = now();
  const end = (ok: boolean, detail?: string) => {
    const ms = now().getTime() - began.getTime();
    return { at: began.toISOString(), integration, ok, ms, detail: detail ?? null };
  };
  return withTimeout(seconds, probe()).then(
    (detail) => end(true, detail),
    (error: unknown) => end(false, isProbeError(error) ? error.message : errorReason(error)),
  );
}

/** The statement that records checks, for the batch of what else is written with them. */
export function insertChecks(db: Database, checks: readonly Asked[]) {
  return db.insert(healthChecks).values([...checks]);
}

/**
 * Asks every dependency at the same time and records how each answered.
 * @returns the records, in the order of their names here.
 */
export async function checkHealth(
  db: Database,
  probes: Readonly<Record<string, Probe>>,
  now: () => Date,
  seconds = PROBE_SECONDS,
): Promise<Asked[]> {
  const checks = await Promise.all(
    Object.entries(probes).map(([name, probe]) => runHealthCheck(name, probe, now, seconds)),
  );
  if (checks.length > 0) await insertChecks(db, checks);
  return checks;
}

/** The last check of a dependency, and when it last answered as it should. */
export interface LastChecks {
  last: HealthCheck | undefined;
  answeredAt: string | undefined;
}

/** The same of several, each by the index of its name. */
export async function lastChecks(
  db: Database,
  names: readonly string[],
): Promise<Map<string, LastChecks>> {
  const latest = (name: string, ...more: Parameters<typeof and>) =>
    db
      .select()
      .from(healthChecks)
      .where(and(eq(healthChecks.integration, name), ...more))
      .orderBy(desc(healthChecks.at))
      .limit(1);
  const checksByName = new Map<string, LastChecks>();
  await Promise.all(
    names.map(async (name) => {
      const [[last], [well]] = await db.batch([
        latest(name),
        latest(name, eq(healthChecks.ok, true)),
      ]);
      checksByName.set(name, { last, answeredAt: well?.at });
    }),
  );
  return checksByName;
}

/** The last checks of each dependency, the latest first; of those that were never asked none. */
export async function latestChecks(
  db: Database,
  names: readonly string[],
  limit: number,
): Promise<HealthCheck[][]> {
  const [first, ...others] = names.map((name) =>
    db
      .select()
      .from(healthChecks)
      .where(eq(healthChecks.integration, name))
      .orderBy(desc(healthChecks.at))
      .limit(limit),
  );
  return first ? db.batch([first, ...others]) : [];
}

/** The latest checks, newest first. */
export function listHealthChecks(db: Database, limit = 500): Promise<HealthCheck[]> {
  return db.select().from(healthChecks).orderBy(desc(healthChecks.id)).limit(limit);
}

/** Forgets checks older than 30 days. */
export async function forgetHealthChecks(db: Database, now: Date): Promise<void> {
  await db.delete(healthChecks).where(lt(healthChecks.at, addDays(now, -KEPT_DAYS).toISOString()));
}
