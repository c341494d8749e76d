import { sql } from "drizzle-orm";
import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import type { IntegrationState } from "~/platform/integration";
import { withTimeout } from "~/platform/timeout";

interface Check {
  state: "ok" | "failed";
  /** Milliseconds. */
  ms: number;
  /** For the queue only: waiting jobs, age of the oldest in seconds, failed jobs. */
  waiting?: number;
  oldestSeconds?: number;
  failed?: number;
  /** For the sweep only: since when it has been silent for too long. */
  silentSince?: string;
}

export interface Health {
  ok: boolean;
  status: "ok" | "degraded";
  /** The code that answers; null where it was not deployed. */
  release: string | null;
  checks: Record<"d1" | "r2" | "kv" | "queue" | "sweep", Check>;
  integrations: Record<string, IntegrationState>;
}

/**
 * `backlog` reads the jobs table: queues cannot be queried. `sweepSilence` answers since when the
 * sweep has been silent for too long, and nothing while it runs.
 */
export interface HealthDeps {
  release: string | null;
  db: Database;
  clock: Clock;
  files: { head: (key: string) => Promise<unknown> };
  config: { get: (key: string) => Promise<unknown> };
  backlog: () => Promise<{ waiting: number; oldestSeconds: number; failed: number }>;
  sweepSilence: () => Promise<string | undefined>;
  integrations: Record<string, IntegrationState>;
}

/** External monitors wait ten seconds or more. */
const CHECK_TIMEOUT_SECONDS = 5;

async function runCheck(
  probe: () => Promise<Partial<Check> | undefined>,
  { clock, seconds }: { clock: Clock; seconds: number },
): Promise<Check> {
  const startedAt = clock().getTime();
  try {
    const details = await withTimeout(seconds, probe());
    return { state: "ok", ms: clock().getTime() - startedAt, ...details };
  } catch {
    return { state: "failed", ms: clock().getTime() - startedAt };
  }
}

/** Checks every dependency in parallel; one without an answer within the timeout has failed. */
export async function readHealth(
  deps: HealthDeps,
  seconds = CHECK_TIMEOUT_SECONDS,
): Promise<Health> {
  const runTimedCheck = (probe: () => Promise<Partial<Check> | undefined>) =>
    runCheck(probe, { clock: deps.clock, seconds });
  const checkSweep = async (): Promise<Partial<Check> | undefined> => {
    const silentSince = await deps.sweepSilence();
    return silentSince === undefined ? undefined : { state: "failed", silentSince };
  };
  const [d1, r2, kv, queue, sweep] = await Promise.all([
    runTimedCheck(async () => void (await deps.db.run(sql`SELECT 1`))),
    runTimedCheck(async () => void (await deps.files.head("health"))),
    runTimedCheck(async () => void (await deps.config.get("health"))),
    runTimedCheck(deps.backlog),
    runTimedCheck(checkSweep),
  ]);
  const ok = [d1, r2, kv, queue, sweep].every((result) => result.state === "ok");
  return {
    ok,
    status: ok ? "ok" : "degraded",
    release: deps.release,
    checks: { d1, r2, kv, queue, sweep },
    integrations: deps.integrations,
  };
}
