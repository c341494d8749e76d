import * as v from "valibot";
import { type JobType, jobPayloads } from "~/jobs/job-types";
import { confirmByMailJob } from "./confirm-by-mail";
import { confirmWaitingListJob } from "./confirm-waiting-list";
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
import { mirrorDriveJob } from "./mirror-drive";
import { processClipJob } from "./process-clip";
import { readBoardStatusJob } from "./read-board-status";
import { sendMailJob } from "./send-mail";
import { setBoardStatusJob } from "./set-board-status";
import { syncBoardJob } from "./sync-board";
import { syncWaitingListJob } from "./sync-waiting-list";

/** Every kind of job, each in a file of its name. */
export const jobKinds = [
  syncBoardJob,
  confirmByMailJob,
  setBoardStatusJob,
  readBoardStatusJob,
  processClipJob,
  mirrorDriveJob,
  syncWaitingListJob,
  confirmWaitingListJob,
  mailLinksJob,
  makeAgreementPdfJob,
  sendMailJob,
] as const satisfies readonly JobKind[];

/** The types of work that holds files in memory. */
export const heavyTypes: readonly JobType[] = jobKinds
  .filter(({ heavy }) => heavy)
  .map(({ type }) => type);

const findKind = (type: string): JobKind | undefined => jobKinds.find((kind) => kind.type === type);

/** Does a kind's work for what a row says, and asks for the jobs that its result calls for. */
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

/** The work of the kind that a row names; undefined where there is no such kind. */
export function createHandlerFinder(deps: JobDeps) {
  return (type: string): JobHandler | undefined => {
    const kind = findKind(type);
    return kind && { run: (topic) => runKind(kind, topic, deps) };
  };
}

/**
 * Notes that a job is given up, whatever its kind, and does what its kind does then; staff are mailed also of
 * one whose kind is unknown.
 */
export async function handleDeadLetter(job: JobContext, context: DeadLetterContext): Promise<void> {
  await context.recordFailure();
  await (findKind(job.type)?.onDeadLetter(job, context) ?? context.notifyStaff());
}
