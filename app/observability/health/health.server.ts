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
}

export interface Health {
  ok: boolean;
  status: "ok" | "degraded";
  /** The code that answers; null where it was not deployed. */
  release: string | null;
  checks: Record<"d1" | "r2" | "kv" | "queue", Check>;
  integrations: Record<string, IntegrationState>;
}

/** `backlog` reads the jobs table: queues cannot be queried. */
export interface HealthDeps {
  release: string | null;
  db: Database;
  clock: Clock;
  files: { head: (key: string) => Promise<unknown> };
  config: { get: (key: string) => Promise<unknown> };
  backlog: () => Promise<{ waiting: number; oldestSeconds: number; failed: number }>;
  integrations: Record<string, IntegrationState>;
}

/** External monitors wait ten seconds or more. */
const CHECK_TIMEOUT_SECONDS = 5;

async function runCheck(
  probe: () => Promise<object | undefined>,
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
  const runTimedCheck = (probe: () => Promise<object | undefined>) =>
    runCheck(probe, { clock: deps.clock, seconds });
  const [d1, r2, kv, queue] = await Promise.all([
    runTimedCheck(async () => void (await deps.db.run(sql`SELECT 1`))),
    runTimedCheck(async () => void (await deps.files.head("health"))),
    runTimedCheck(async () => void (await deps.config.get("health"))),
    runTimedCheck(deps.backlog),
  ]);
  const ok = [d1, r2, kv, queue].every((result) => result.state === "ok");
  return {
    ok,
    status: ok ? "ok" : "degraded",
    release: deps.release,
    checks: { d1, r2, kv, queue },
    integrations: deps.integrations,
  };
}
