import { WorkerEntrypoint } from "cloudflare:workers";
import { bindableLog } from "~/monitoring/log";
import { systemClock } from "~/platform/clock";
import { openDatabase } from "~/platform/database.server";
import { keepDeadLetter } from "~/platform/jobs/job-history.server";
import { idsOfTypes } from "~/platform/jobs/job-store.server";
import { jobMessage } from "~/platform/jobs/message";
import { endClip } from "./clip-news";
import { buryJob } from "./dead-letter";
import { type DeliveryRooms, deliver } from "./deliver";
import { type Bindings, callRooms, runContext, sweepRooms, tellOfFailure } from "./environment";
import { runBatch } from "./run-batch";
import { type JobFacts, type RunContext, runJob } from "./run-job";
import { sweep } from "./sweep";

/** The sweep for local runs, where cron does not fire; reached over a service binding only. */
export class Sweep extends WorkerEntrypoint<Bindings> {
  /**
   * @param minAgeSeconds see {@link sweep}.
   * @param only the parts to run, whether it is their time or not; else those whose time it is.
   */
  run(minAgeSeconds?: number, only?: string[]): Promise<number> {
    return sweep(sweepRooms(this.env), minAgeSeconds, only);
  }
}

export default {
  async queue(batch, env) {
    const db = openDatabase(env.DB);
    const now = systemClock;
    const dead = batch.queue === "jobs-dead";
    const rooms: Omit<DeliveryRooms, "handle" | "log"> = {
      send: async (jobId, delaySeconds) =>
        void (await env.JOBS.send(jobMessage(jobId), { delaySeconds })),
      keepPoison: (body, reason) => keepDeadLetter(db, { body, reason, at: now() }),
      random: Math.random,
    };
    await runBatch(batch.messages, {
      idsOfTypes: (ids, types) => idsOfTypes(db, ids, types),
      now,
      handle: (message) => {
        // One for each message: it learns which job it is about.
        const jobLog = bindableLog();
        const { log } = jobLog;
        const onFailed: RunContext["onFailed"] = (...failed) => tellOfFailure(env, log, ...failed);
        const onBuried = (job: JobFacts) => endClip(callRooms(env, log), job);
        const handle = async (jobId: string) => {
          if (dead) return buryJob({ db, log, now, onFailed, onBuried }, jobId);
          const queuedMs = now().getTime() - message.timestamp.getTime();
          return runJob(runContext(env, jobLog), jobId, queuedMs);
        };
        return deliver(message, { ...rooms, log, handle });
      },
    });
  },
  async scheduled(_controller, env) {
    await sweep(sweepRooms(env));
  },
} satisfies ExportedHandler<Bindings>;
