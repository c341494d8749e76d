import { and, desc, eq, lt, sql } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import { type Database, runBatch } from "~/platform/database.server";
import { withTimeout } from "~/platform/timeout";
import { errorReason } from "../log";
import { healthChecks } from "../monitoring-tables.server";

/** A small request to a dependency. @returns a detail worth recording. @throws if it fails. */
export type Probe = () => Promise<string | undefined>;

/** An error with a text for staff. */
export class ProbeError extends Error {
  override readonly name = "ProbeError";
}

/** By name: pages and the edge are two bundles with a class each. */
export function isProbeError(error: unknown): error is ProbeError {
  return error instanceof Error && error.name === "ProbeError";
}

export type HealthCheck = typeof healthChecks.$inferSelect;

const RETENTION_DAYS = 30;
const PROBE_SECONDS = 20;

type NewCheck = Omit<HealthCheck, "id">;

/** Runs a probe with a timeout. */
export async function runHealthCheck(
  integration: string,
  probe: Probe,
  now: () => Date,
  seconds = PROBE_SECONDS,
): Promise<NewCheck> {
  const startedAt = now();
  const toCheck = (ok: boolean, detail?: string) => {
    const ms = now().getTime() - startedAt.getTime();
    return { at: startedAt.toISOString(), integration, ok, ms, detail: detail ?? null };
  };
  return withTimeout(seconds, probe()).then(
    (detail) => toCheck(true, detail),
    (error: unknown) => toCheck(false, isProbeError(error) ? error.message : errorReason(error)),
  );
}

export function insertChecks(db: Database, checks: readonly NewCheck[]) {
  return db.insert(healthChecks).values([...checks]);
}

/**
 * Runs all probes in parallel and records the results.
 * @returns the checks, in the order of the probes.
 */
export async function checkHealth(
  db: Database,
  probes: Readonly<Record<string, Probe>>,
  now: () => Date,
  seconds = PROBE_SECONDS,
): Promise<NewCheck[]> {
  const checks = await Promise.all(
    Object.entries(probes).map(([name, probe]) => runHealthCheck(name, probe, now, seconds)),
  );
  if (checks.length > 0) await insertChecks(db, checks);
  return checks;
}

/** An answer counts again after so long. */
const NOTED_MS = 10 * 60_000;
const ANSWERED = "It answered the portal's last call.";
const SILENT = "It did not answer the portal's last call.";

/**
 * Records a call of ordinary work as a check: the first failure, and an answer from time to time. Once
 * a check has failed, only another check says that all is well: it asks for more than one call shows.
 */
export async function recordOutcome(
  db: Database,
  { integration, ok, ms, at }: Pick<NewCheck, "integration" | "ok" | "ms"> & { at: Date },
): Promise<void> {
  const before = new Date(at.getTime() - (ok ? NOTED_MS : 0)).toISOString();
  const last = sql`(SELECT last.ok AND last.at <= ${before} FROM ${healthChecks} AS last
    WHERE last.integration = ${integration} ORDER BY last.at DESC LIMIT 1)`;
  const values = sql`NULL, ${at.toISOString()}, ${integration}, ${ok ? 1 : 0}, ${ms}, ${ok ? ANSWERED : SILENT}`;
  await db.run(sql`INSERT INTO ${healthChecks} SELECT ${values} WHERE coalesce(${last}, 1)`);
}

/** Ordinary work stands for the checks of a dependency while it has answered within so long. */
const QUIET_MS = 70 * 60_000;

/**
 * Whether a check is due because nothing was heard for long. One that failed is asked again by
 * itself.
 */
export async function isQuiet(db: Database, integration: string, now: Date): Promise<boolean> {
  const [last] = (await latestChecks(db, [integration], 1)).flat();
  if (!last) return true;
  return last.ok && Date.parse(last.at) < now.getTime() - QUIET_MS;
}

/** The last check, and the time of the last successful one. */
export interface LastChecks {
  last: HealthCheck | undefined;
  answeredAt: string | undefined;
}

export async function lastChecks(
  db: Database,
  names: readonly string[],
): Promise<Map<string, LastChecks>> {
  const latestQuery = (name: string, ...conditions: Parameters<typeof and>) =>
    db
      .select()
      .from(healthChecks)
      .where(and(eq(healthChecks.integration, name), ...conditions))
      .orderBy(desc(healthChecks.at))
      .limit(1);
  const checksByName = new Map<string, LastChecks>();
  await Promise.all(
    names.map(async (name) => {
      const [[last], [lastSuccess]] = await db.batch([
        latestQuery(name),
        latestQuery(name, eq(healthChecks.ok, true)),
      ]);
      checksByName.set(name, { last, answeredAt: lastSuccess?.at });
    }),
  );
  return checksByName;
}

/** The latest checks of each dependency, latest first; empty for unknown ones. */
export async function latestChecks(
  db: Database,
  names: readonly string[],
  limit: number,
): Promise<HealthCheck[][]> {
  const queries = names.map((name) =>
    db
      .select()
      .from(healthChecks)
      .where(eq(healthChecks.integration, name))
      .orderBy(desc(healthChecks.at))
      .limit(limit),
  );
  return runBatch(db, queries);
}

/** Deletes checks older than 30 days. */
export async function forgetHealthChecks(db: Database, now: Date): Promise<void> {
  await db
    .delete(healthChecks)
    .where(lt(healthChecks.at, addDays(now, -RETENTION_DAYS).toISOString()));
}
