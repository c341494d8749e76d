import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { claimJob, failJob, finishJob, releaseJob } from "~/platform/jobs/job-store.server";
import type { JobRows } from "./run-job";

/** The jobs table of the system of record. */
export function jobRows(db: Database, now: Clock): JobRows {
  return {
    claim: (id) => claimJob(db, id, now()),
    finish: (id) => finishJob(db, id, now()),
    // Dated when it is due: the sweep goes by the age of a row, so it does not undercut the delay.
    release: (id, error, due) => releaseJob(db, id, error, due),
    fail: (id, error) => failJob(db, id, error, now()),
  };
}
