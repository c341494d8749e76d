import { checkHealth } from "~/monitoring/health-checks.server";
import type { Probe } from "~/monitoring/probe";
import type { SweepDeps } from "./sweep-deps";

/** Records how dependencies answer, and tells of those that do not. @returns how many are well. */
export async function recordHealth(
  { db, log, now }: SweepDeps,
  probes: Readonly<Record<string, Probe>>,
): Promise<number> {
  const checks = await checkHealth(db, probes, now);
  for (const { integration, ms, ok, detail } of checks)
    if (!ok) log("error", "health.failed", { integration, ms, reason: detail ?? undefined });
  return checks.filter(({ ok }) => ok).length;
}
