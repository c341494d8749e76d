import { desc, lt } from "drizzle-orm";
import { addDays } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { within } from "~/platform/time-limit";
import { reasonOf } from "./log";
import { healthChecks } from "./tables.server";

export type HealthCheck = typeof healthChecks.$inferSelect;

/** Asks a dependency something small. @returns what is worth noting. @throws when it is not well. */
export type Probe = () => Promise<string | undefined>;

const KEPT_DAYS = 30;
const PROBE_SECONDS = 20;

/**
 * Asks every dependency at the same time and records how each answered.
 * @returns the records, in the order of their names here.
 */
export async function checkHealth(
  db: Database,
  probes: Readonly<Record<string, Probe>>,
  now: () => Date,
  seconds = PROBE_SECONDS,
): Promise<Omit<HealthCheck, "id">[]> {
  const checks = await Promise.all(
    Object.entries(probes).map(async ([integration, probe]) => {
      const began = now();
      const end = (ok: boolean, detail?: string) => {
        const ms = now().getTime() - began.getTime();
        return { at: began.toISOString(), integration, ok, ms, detail: detail ?? null };
      };
      return within(seconds, probe()).then(
        (detail) => end(true, detail),
        (error: unknown) => end(false, reasonOf(error)),
      );
    }),
  );
  if (checks.length > 0) await db.insert(healthChecks).values(checks);
  return checks;
}

/** The latest checks, newest first. */
export function listHealthChecks(db: Database, limit = 500): Promise<HealthCheck[]> {
  return db.select().from(healthChecks).orderBy(desc(healthChecks.id)).limit(limit);
}

/** Forgets checks older than 30 days. */
export async function forgetHealthChecks(db: Database, now: Date): Promise<void> {
  await db.delete(healthChecks).where(lt(healthChecks.at, addDays(now, -KEPT_DAYS).toISOString()));
}
