import * as v from "valibot";
import { type JobType, jobPayloads } from "~/jobs/job-types";
import { confirmByMailJob } from "./confirm-by-mail";
import { confirmWaitingListJob } from "./confirm-waiting-list";
import { deliverReleaseJob } from "./deliver-release";
import { enqueueFollowUps } from "./follow-up";
import type {
  DeadLetterContext,
  JobContext,
  JobDeps,
  JobHandler,
  JobKind,
  StoredJobSubject,
  WorkResult,
} from "./job-kind";
import { mailLinksJob } from "./mail-links";
import { makeAgreementPdfJob } from "./make-agreement-pdf";
import { measureTrackJob } from "./measure-track";
import { mirrorDriveJob } from "./mirror-drive";
import { processClipJob } from "./process-clip";
import { readBoardStatusJob } from "./read-board-status";
import { refuseBoardStatusJob } from "./refuse-board-status";
import { sendMailJob } from "./send-mail";
import { setBoardStatusJob } from "./set-board-status";
import { syncBoardJob } from "./sync-board";
import { syncWaitingListJob } from "./sync-waiting-list";

/** All kinds of jobs, each in a file of its name. */
export const jobKinds = [
  syncBoardJob,
  confirmByMailJob,
  setBoardStatusJob,
  readBoardStatusJob,
  refuseBoardStatusJob,
  processClipJob,
  mirrorDriveJob,
  deliverReleaseJob,
  measureTrackJob,
  syncWaitingListJob,
  confirmWaitingListJob,
  mailLinksJob,
  makeAgreementPdfJob,
  sendMailJob,
] as const satisfies readonly JobKind[];

/** The types of jobs that hold files in memory, or compute for seconds. */
export const heavyTypes: readonly JobType[] = jobKinds
  .filter(({ heavy }) => heavy)
  .map(({ type }) => type);

const findKind = (type: string): JobKind | undefined => jobKinds.find((kind) => kind.type === type);

/** Parses a row for its kind, runs the kind, and records the jobs that follow its result. */
async function runKind<T extends JobType>(
  kind: JobKind<T>,
  { jobId, renew, ...row }: StoredJobSubject,
  deps: JobDeps,
): Promise<WorkResult> {
  const payload = v.safeParse(jobPayloads[kind.type], row);
  if (!payload.success) return { kind: "failed", reason: payload.issues[0].message };
  const result = await kind.run({ ...payload.output, jobId, renew }, deps);
  const { submissionId } = row;
  if (submissionId && kind.after) {
    const types = await kind.after(result, submissionId, deps.db);
    await enqueueFollowUps(deps, { jobId, submissionId }, types);
  }
  return result;
}

/** Finds the handler of a type of job; undefined where there is no such type. */
export function createHandlerFinder(deps: JobDeps) {
  return (type: string): JobHandler | undefined => {
    const kind = findKind(type);
    return kind && { run: (topic) => runKind(kind, topic, deps) };
  };
}

/**
 * Records that a job is given up and calls its kind's `onDeadLetter`. Staff are mailed also about a
 * job of an unknown kind.
 */
export async function handleDeadLetter(job: JobContext, context: DeadLetterContext): Promise<void> {
  await context.recordFailure();
  await (findKind(job.type)?.onDeadLetter(job, context) ?? context.notifyStaff());
}
