import { isRestoring } from "~/jobs/restorations.server";
import { claimSweepPart, recordSweep } from "~/jobs/sweep-runs.server";
import { errorReason } from "~/observability/log";
import { withTimeout } from "~/platform/timeout";
import { recordFailureForStaff } from "./record-failure";
import type { SweepDeps, SweepPart } from "./sweep/sweep-deps";
import { sweepParts } from "./sweep/sweep-parts";

/** An invocation lasts 15 minutes at most: no part may use them up, and none starts too late. */
const PART_SECONDS = 180;
const HEARTBEAT_SECONDS = 10;
const LAST_START_MS = 9 * 60_000;

type Runner = Pick<SweepDeps, "db" | "log" | "now" | "release">;

/** Runs the parts that are due, one after the other. One that fails stops no other. */
export async function runParts(
  { db, log, now, release }: Runner,
  parts: readonly SweepPart[],
  { only, partSeconds = PART_SECONDS }: { only?: readonly string[]; partSeconds?: number } = {},
): Promise<Record<string, number>> {
  const sweepStart = now().getTime();
  const counts: Record<string, number> = {};
  for (const { name: part, everySeconds, run } of parts) {
    if (only && !only.includes(part)) continue;
    const startedAt = now();
    try {
      // It may have begun while an earlier part ran.
      if (await isRestoring(db)) break;
      if (startedAt.getTime() - sweepStart > LAST_START_MS) throw new Error("No time was left");
      const seconds = typeof everySeconds === "function" ? await everySeconds() : everySeconds;
      const due = only || !seconds || (await claimSweepPart(db, part, seconds, startedAt));
      if (!due) continue;
      const count = await withTimeout(partSeconds, run());
      counts[part] = count;
      const ms = now().getTime() - startedAt.getTime();
      if (count > 0) log("info", "sweep.part", { part, count, ms });
    } catch (error) {
      const ms = now().getTime() - startedAt.getTime();
      log("error", "sweep.failed", { part, ms, reason: errorReason(error) });
      const stage = `sweep ${part}`;
      await recordFailureForStaff(
        { db, log, now, release },
        { stage, thrown: error, subjectId: null },
      );
    }
  }
  log("info", "sweep.done", { count: counts.jobs ?? 0, ms: now().getTime() - sweepStart });
  return counts;
}

/** Records the sweep, and pings who watches from outside. Whoever does not answer stops nothing. */
async function reportSweep({ db, log, now, calls }: SweepDeps): Promise<void> {
  await recordSweep(db, now());
  await withTimeout(HEARTBEAT_SECONDS, calls.pingHeartbeat()).catch((error: unknown) =>
    log("warn", "heartbeat.failed", { reason: errorReason(error) }),
  );
}

/**
 * Runs the regular work that no request does: see `sweep/sweep-parts.ts`.
 * @param minAgeSeconds how long a job must have waited to be sent again; 0 at start, when no
 * message can be in flight.
 * @param only the parts to run, due or not; if left out, all that are due.
 * @returns how many messages were sent; none while a backup is restored.
 */
export async function sweep(deps: SweepDeps, minAgeSeconds = 60, only?: readonly string[]) {
  if (await isRestoring(deps.db)) {
    deps.log("info", "restoration.under-way");
    return 0;
  }
  const counts = await runParts(deps, sweepParts(deps, minAgeSeconds), { only });
  if (!only) await reportSweep(deps);
  return counts.jobs ?? 0;
}
