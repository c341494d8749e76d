import { type BindableLog, bindableLog, errorReason, type Log } from "~/observability/log";
import { systemClock } from "~/platform/clock";
import { createIsolateMemory, openServices } from "~/services/services.server";
import { type Bindings, openStores } from "~/services/stores.server";
import converter from "../../app/domain/media/converter/build/converter.wasm";
import { reportFailure, type StaffDeps } from "./alert-staff";
import { fontReader } from "./font-reader";
import type { JobContext } from "./job-kind";
import { createHandlerFinder, handleDeadLetter } from "./job-kinds";
import { jobRows } from "./job-rows";
import { mailDeps } from "./mail-deps";
import { noteJobFailed, recordLeaseExpired } from "./record-failure";
import { type RunContext, runJob } from "./run-job";
import { createSweepDeps } from "./sweep/create-sweep-deps";
import type { SweepDeps } from "./sweep/sweep-deps";

const sharedMemory = createIsolateMemory();

const createServices = (env: Bindings, log: Log, memory = sharedMemory) =>
  openServices(env, log, { memory, local: "http://localhost:8788" });

/** The code of this worker: the deployed release, or the first characters of the version's id. */
const toRelease = ({ RELEASE, VERSION }: Bindings) =>
  RELEASE || VERSION ? `jobs-${RELEASE ?? VERSION?.id.slice(0, 8)}` : null;

/** A log that job fields can be bound to. */
export const jobLog = () => bindableLog({ worker: "jobs" }, systemClock);

/** Everything one job needs, made from the bindings; each job has a log of its own. */
export function runContext(env: Bindings, { log, bind: bindLog }: BindableLog): RunContext {
  const services = { ...createServices(env, log), converter, readFontFile: fontReader(env) };
  const { db, clock: now } = services;
  return {
    rows: jobRows(db, now),
    findHandler: createHandlerFinder(services),
    log,
    bindLog,
    onTakenOver: (job) => recordLeaseExpired({ db, log, now, release: toRelease(env) }, job),
    onFailed: (job, error) =>
      createDeadLetterHandler(env, log)(job, error, true).catch((thrown: unknown) =>
        // The job is recorded as failed; only what follows from that is missing.
        log("error", "job.failed", { jobId: job.id, reason: errorReason(thrown) }),
      ),
    now,
    random: Math.random,
  };
}

/** Handles jobs that are given up. While settings are invalid, only the mail to staff is left out. */
export function createDeadLetterHandler(env: Bindings, log: Log) {
  return (job: JobContext, error: string, isNew: boolean): Promise<void> => {
    const stores = openStores(env, log);
    const failureDeps = { ...stores, now: stores.clock, release: toRelease(env) };
    const recordFailure = async () => (isNew ? noteJobFailed(failureDeps, job, error) : undefined);
    const notifyStaff = async () => {
      if (!isNew) return;
      let deps: StaffDeps;
      try {
        deps = mailDeps(createServices(env, log));
      } catch {
        return;
      }
      await reportFailure(deps, job, error);
    };
    return handleDeadLetter(job, { stores, recordFailure, notifyStaff });
  };
}

/** What the sweep works with, made from the bindings. */
export function sweepDeps(env: Bindings): SweepDeps {
  // A cached token of Spotify would make its health check pass while sign-in fails.
  const { spotify } = createIsolateMemory().connections;
  const memory = { ...sharedMemory, connections: { ...sharedMemory.connections, spotify } };
  const services = createServices(env, jobLog().log, memory);
  const run = (jobId: string) => runJob(runContext(env, jobLog()), jobId);
  return createSweepDeps(services, { bindings: env, release: toRelease(env), run });
}
