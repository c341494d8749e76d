import { WorkerEntrypoint } from "cloudflare:workers";
import { systemClock } from "~/platform/clock";
import { openDatabase } from "~/platform/database.server";
import { buryJob } from "./dead-letter";
import { deliver } from "./deliver";
import { type Bindings, log, runContext, uploadRooms } from "./environment";
import { runJob } from "./run-job";
import { sweep } from "./sweep";

function sweepJobs(env: Bindings, minAgeSeconds?: number): Promise<number> {
  const db = openDatabase(env.DB);
  const uploads = uploadRooms(env, db);
  return sweep({ db, uploads, queue: env.JOBS, log, now: systemClock }, minAgeSeconds);
}

/** The sweep for local runs, where cron does not fire; reached over a service binding only. */
export class Sweep extends WorkerEntrypoint<Bindings> {
  run(minAgeSeconds?: number): Promise<number> {
    return sweepJobs(this.env, minAgeSeconds);
  }
}

export default {
  async queue(batch, env) {
    const context = runContext(env);
    const dead = batch.queue === "jobs-dead";
    const db = openDatabase(env.DB);
    for (const message of batch.messages) {
      await deliver(
        message,
        (jobId) => (dead ? buryJob(db, log, systemClock, jobId) : runJob(context, jobId)),
        log,
      );
    }
  },
  async scheduled(_controller, env) {
    await sweepJobs(env);
  },
} satisfies ExportedHandler<Bindings>;
