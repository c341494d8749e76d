import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { openDatabase } from "~/platform/database.server";
import { planInstallation } from "../../workers/cli/installation";
import { batchedDatabase, DATABASES_WORKER } from "./batched-database";
import { applyMigrations } from "./board-fixture";
import { bundleWorker } from "./bundled-worker";
import { jobsModules } from "./queue-fixture";
import { rememberEvents } from "./seen-events";
import "./steady-runtime";

const { queues } = planInstallation("label-staging");

/**
 * The whole jobs worker with queues that give a message up after two deliveries, named as those of an
 * installation with a prefix of its own.
 * @param secret the only required setting.
 */
export async function startJobsWorker(secret = "s".repeat(32)) {
  const consumer = { maxBatchSize: 10, maxBatchTimeout: 0, maxRetries: 1, retryDelay: 0 };
  const miniflare = new Miniflare({
    // Its log lines are discarded.
    handleRuntimeStdio: (out: Readable, err: Readable) => {
      out.on("data", (data: Buffer) => rememberEvents(data.toString()));
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
        bindings: { ENVIRONMENT: "local", SIGNING_SECRET: secret },
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
    send: async (body: unknown) => void (await jobs.send(body)),
    /** Sends messages in one batch, in this order. */
    sendAll: async (bodies: readonly unknown[]) =>
      void (await jobs.sendBatch(bodies.map((body) => ({ body })))),
    close: () => miniflare.dispose(),
  };
}
export type JobsWorker = Awaited<ReturnType<typeof startJobsWorker>>;
