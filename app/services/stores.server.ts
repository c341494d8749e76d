import { type JobMessage, jobMessage } from "~/jobs/job-message";
import { jobBacklog } from "~/jobs/job-store.server";
import type { Probe } from "~/observability/health/health-checks.server";
import { errorReason, type Log, type LogFields } from "~/observability/log";
import { type Clock, systemClock } from "~/platform/clock";
import { type Database, openDatabase } from "~/platform/database.server";
import { formatDuration } from "~/platform/formats/duration";
import { type Ids, randomIds } from "~/platform/ids";
import type { EdgeLimitBindings } from "~/platform/rate/edge-limits.server";

/** The bindings of both workers, as their wrangler.toml name them. */
export interface Bindings extends EdgeLimitBindings {
  DB: D1Database;
  FILES: R2Bucket;
  CONFIG: KVNamespace;
  JOBS: Queue<JobMessage>;
  /** The tokens of returning artists' links. */
  TOKENS: KVNamespace;
  /** Shrinks pictures; only in the site's worker. */
  IMAGES?: ImagesBinding;
  /** The deployed code; only where `npm run deploy` has set it. */
  RELEASE?: string;
  /** The version of the jobs worker; the site knows its own by its build. */
  VERSION?: { id: string };
  /** The site's static files; only in the site's worker. */
  ASSETS?: Pick<Fetcher, "fetch">;
  /** The fonts of further scripts; only in the jobs worker. */
  FONTS?: Pick<Fetcher, "fetch">;
  /** Where copies of everything go; only in the jobs worker. */
  BACKUP?: R2Bucket;
  /** Only in local runs. */
  SANDBOX?: Pick<Fetcher, "fetch">;
}

/** What works without any setting, so that failed jobs can be recorded even then. */
export type Stores = {
  clock: Clock;
  ids: Ids;
  log: Log;
  db: Database;
  /** Sends jobs to the queue; a failure is logged with `about`, since the sweep sends them again. */
  sendJobs: (jobIds: string[], about?: LogFields, delaySeconds?: number) => Promise<void>;
};

export function openStores({ DB, JOBS }: Pick<Bindings, "DB" | "JOBS">, log: Log): Stores {
  return {
    clock: systemClock,
    ids: randomIds,
    log,
    db: openDatabase(DB),
    sendJobs: async (jobIds, about, delaySeconds = 0) => {
      try {
        await JOBS.sendBatch(
          jobIds.map((id) => ({ body: jobMessage(id) })),
          { delaySeconds },
        );
      } catch (error) {
        const fields = { ...about, count: jobIds.length, reason: errorReason(error) };
        log("error", "queue.send-failed", fields);
      }
    },
  };
}

/** Probes of our own stores. */
export function probesOf(
  { FILES, CONFIG }: Pick<Bindings, "FILES" | "CONFIG">,
  { db, clock }: Stores,
): Readonly<Record<"d1" | "r2" | "kv" | "queue", Probe>> {
  return {
    d1: async () => void (await db.run("SELECT 1")),
    r2: async () => void (await FILES.head("health")),
    kv: async () => void (await CONFIG.get("health")),
    queue: async () => {
      const { waiting, oldestSeconds, failed } = await jobBacklog(db, clock());
      return `${waiting} waiting, the oldest for ${formatDuration(oldestSeconds)}; ${failed} failed`;
    },
  };
}
