import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { releaseMailOfJob } from "~/mail/mail-store.server";
import {
  failedJobs,
  jobStory,
  listDeadLetters,
  runAgain,
  type ToldJob,
} from "~/platform/jobs/job-history.server";
import { requireStaff } from "~/session/require-staff";
import { refuse, reply } from "./replies";

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

function view(job: ToldJob) {
  const { leaseToken: _, story, ...rest } = job;
  return { ...rest, story: story.map(({ id, jobId, ...event }) => event) };
}

/**
 * GET /api/jobs: what has failed, and the messages that were given up. With `?submissionId=`,
 * everything that is or was to be done for that submission. For staff.
 */
export async function listJobs(request: IRequestStrict, portal: Portal): Promise<Response> {
  const refused = requireStaff(portal.settings, request);
  if (refused) return refused;
  const asked = new URL(request.url).searchParams.get("submissionId");
  if (asked === null) {
    const [failed, deadLetters] = await Promise.all([
      failedJobs(portal.db),
      listDeadLetters(portal.db),
    ]);
    return reply(200, { success: true, failed: failed.map(view), deadLetters });
  }
  const id = v.safeParse(idSchema, asked);
  if (!id.success) return refuse(400, "This is no id of a submission.");
  return reply(200, { success: true, jobs: (await jobStory(portal.db, id.output)).map(view) });
}

const NOT_FAILED = "This job has not failed, so there is nothing to run again.";

/**
 * POST /api/jobs/{id}/run-again: lets a failed job run again from its first attempt; of a mail that
 * may have left, this is the word of staff that it has not arrived. For staff.
 */
export async function runJobAgain(request: IRequestStrict, portal: Portal): Promise<Response> {
  const refused = requireStaff(portal.settings, request);
  if (refused) return refused;
  const id = v.safeParse(idSchema, request.params.id);
  if (!id.success) return refuse(409, NOT_FAILED);
  await releaseMailOfJob(portal.db, id.output);
  const job = await runAgain(portal.db, portal.sendJobs, id.output, portal.clock());
  if (!job) return refuse(409, NOT_FAILED);
  const { id: jobId, type: jobType, submissionId } = job;
  portal.log("info", "job.run-again", { jobId, jobType, submissionId: submissionId ?? undefined });
  return reply(200, { success: true });
}
