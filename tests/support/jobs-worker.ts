import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { openDatabase } from "~/platform/database.server";
import { planInstallation } from "../../workers/cli/installation";
import { batchedDatabase, DATABASES_WORKER } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { bundleWorker } from "./bundled-worker";
import { rememberEvents } from "./seen-events";
import { SteadyMiniflare } from "./steady-runtime";

const CREATED_AT = "2026-11-21T12:00:00.000Z";
const root = fileURLToPath(new URL("../..", import.meta.url));
const CONVERTER = "app/domain/media/converter/build/converter.wasm";

/** The modules of the jobs worker: itself and the clips' converter. */
function jobsModules(bundle: string) {
  const path = "/workers/jobs/index.js";
  const contents = readFileSync(root + CONVERTER);
  return [
    { type: "ESModule" as const, path, contents: bundle },
    { type: "CompiledWasm" as const, path: `/${CONVERTER}`, contents },
  ];
}

/**
 * The whole jobs worker with queues that give a message up after two deliveries, named as those of an
 * installation with a prefix of its own.
 * @param secret the only required setting.
 */
export async function startJobsWorker(
  secret = "s".repeat(32),
  queues = planInstallation("label-staging").queues,
) {
  const consumer = { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 1, retryDelay: 0 };
  let output = "";
  const miniflare = new SteadyMiniflare({
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      out.on("data", (data: Buffer) => {
        output += data.toString();
        rememberEvents(data.toString());
      });
      err.resume();
    },
    workers: [
      DATABASES_WORKER,
      {
        name: "jobs",
        modulesRoot: "/",
        modules: jobsModules(await bundleWorker("workers/jobs/index.ts")),
        compatibilityDate: "2026-04-01",
        compatibilityFlags: ["nodejs_compat"],
        bindings: {
          ENVIRONMENT: "local",
          SIGNING_SECRET: secret,
          // Nobody answers there.
          HEARTBEAT_URL: "https://127.0.0.1:9/",
        },
        d1Databases: { DB: "DB" },
        kvNamespaces: ["CONFIG"],
        r2Buckets: ["FILES"],
        queueProducers: { JOBS: queues.jobs },
        queueConsumers: {
          [queues.jobs]: { ...consumer, deadLetterQueue: queues.deadJobs },
          [queues.deadJobs]: consumer,
        },
      },
    ],
  });
  const binding = batchedDatabase(miniflare);
  await applyMigrations(binding);
  const files = (await miniflare.getR2Bucket("FILES", "jobs")) as unknown as R2Bucket;
  const jobs = await miniflare.getQueueProducer<unknown>("JOBS", "jobs");
  return {
    binding,
    files,
    db: openDatabase(binding),
    /** Stores a waiting job; the queue knows nothing of it yet. */
    addJob: (id: string) =>
      binding
        .prepare(
          `INSERT INTO jobs (id, type, submission_id, subject, created_at, updated_at)
           VALUES (?, 'sync-board', 'S', ?, ?, ?)`,
        )
        .bind(id, id, CREATED_AT, CREATED_AT)
        .run(),
    send: async (body: unknown) => void (await jobs.send(body)),
    /** Sends messages in one batch, in this order. */
    sendAll: async (bodies: readonly unknown[]) =>
      void (await jobs.sendBatch(bodies.map((body) => ({ body })))),
    /** Runs the sweep, as the cron does. */
    runCron: async () => {
      const { scheduled } = await miniflare.getWorker("jobs");
      return scheduled({ cron: "*/5 * * * *" });
    },
    /** All log lines so far. */
    output: () => output,
    close: () => miniflare.dispose(),
  };
}
export type JobsWorker = Awaited<ReturnType<typeof startJobsWorker>>;
