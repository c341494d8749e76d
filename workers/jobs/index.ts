import { WorkerEntrypoint } from "cloudflare:workers";
import { storeDeadLetter } from "~/jobs/job-history.server";
import { jobMessage } from "~/jobs/job-message";
import { ownersOfJobs } from "~/jobs/job-store.server";
import { isDeadLetterQueue } from "~/jobs/queue-names";
import { isRestoring } from "~/jobs/restorations.server";
import { type Bindings, openStores } from "~/services/stores.server";
import { deadLetterJob } from "./dead-letter";
import { type DeliveryDeps, deliver } from "./deliver";
import { createDeadLetterHandler, jobLog, runContext, sweepDeps } from "./environment";
import { heavyTypes } from "./job-kinds";
import { runBatch } from "./run-batch";
import { runJob } from "./run-job";
import { sweep } from "./sweep";

/** The sweep for local runs, where cron does not fire; reached over a service binding only. */
export class Sweep extends WorkerEntrypoint<Bindings> {
  /**
   * @param minAgeSeconds see {@link sweep}.
   * @param only the parts to run, due or not; if left out, all that are due.
   */
  run(minAgeSeconds?: number, only?: string[]): Promise<number> {
    return sweep(sweepDeps(this.env), minAgeSeconds, only);
  }
}

export default {
  async queue(batch, env) {
    const { db, clock: now } = openStores(env, jobLog().log);
    // The sweep sends each waiting job anew once the restoration is found whole.
    if (await isRestoring(db).catch(() => false)) return batch.ackAll();
    const isDead = isDeadLetterQueue(batch.queue);
    const deps: Omit<DeliveryDeps, "handle" | "log"> = {
      sendJob: async (jobId, delaySeconds) =>
        void (await env.JOBS.send(jobMessage(jobId), { delaySeconds })),
      keepMalformed: (body, reason) => storeDeadLetter(db, { body, reason, at: now() }),
      random: Math.random,
    };
    await runBatch(batch.messages, {
      ownersOfHeavyJobs: (ids) => ownersOfJobs(db, ids, heavyTypes),
      sendToEnd: async (ids) =>
        void (await env.JOBS.sendBatch(ids.map((id) => ({ body: jobMessage(id) })))),
      onRepeated: (jobId) => jobLog().log("info", "job.skipped", { jobId, reason: "repeated" }),
      now,
      handle: (message) => {
        // One for each message, as the fields of its job are bound to it.
        const messageLog = jobLog();
        const { log } = messageLog;
        const handle = async (jobId: string) => {
          if (isDead)
            return deadLetterJob(
              { db, log, now, onDeadLetter: createDeadLetterHandler(env, log) },
              jobId,
            );
          const queuedMs = now().getTime() - message.timestamp.getTime();
          return runJob(runContext(env, messageLog), jobId, queuedMs);
        };
        return deliver(message, { ...deps, log, handle });
      },
    });
  },
  async scheduled(_controller, env) {
    await sweep(sweepDeps(env));
  },
} satisfies ExportedHandler<Bindings>;
