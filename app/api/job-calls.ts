import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { rerunRefusalTexts } from "~/features/staff/activity/rerun-refusal-texts";
import {
  type RerunRefusal,
  runJobAgain as runAgain,
} from "~/features/staff/activity/run-job-again.server";
import {
  failedJobs,
  type JobWithHistory,
  jobHistory,
  listDeadLetters,
} from "~/jobs/job-history.server";
import type { AppContext } from "~/session/app-context";
import { requireStaff, type StaffDeps } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

function toJob(job: JobWithHistory) {
  const { leaseToken: _, story: history, ...rest } = job;
  return { ...rest, story: history.map(({ id, jobId, ...event }) => event) };
}

/**
 * GET /api/jobs: failed jobs and dead letters; with `?submissionId=`, all jobs of that submission. For
 * staff.
 */
export async function listJobs(
  request: IRequestStrict,
  context: StaffDeps & Pick<AppContext, "db">,
): Promise<Response> {
  await requireStaff(context);
  const idText = new URL(request.url).searchParams.get("submissionId");
  if (idText === null) {
    const [jobs, deadLetters] = await Promise.all([
      failedJobs(context.db),
      listDeadLetters(context.db),
    ]);
    return reply(200, { success: true, failed: jobs.map(toJob), deadLetters });
  }
  const id = v.safeParse(idSchema, idText);
  if (!id.success) return refuse(400, "This is no id of a submission.");
  return reply(200, { success: true, jobs: (await jobHistory(context.db, id.output)).map(toJob) });
}

/** The body is optional. */
const runAgainSchema = v.strictObject({ mayArriveTwice: v.optional(v.boolean(), false) });

const refusalTexts: Record<RerunRefusal, string> = {
  ...rerunRefusalTexts,
  "may-have-arrived":
    "This email may have arrived: we sent it, but the mail server did not answer. Ask the recipient. If it is " +
    'not there, make this call again with {"mayArriveTwice": true}.',
  stopped:
    "The owner of this address has stopped our emails to it. If they want them again: POST /api/mails/ID/allow.",
};

/**
 * POST /api/jobs/{id}/run-again: runs a failed job again from its first attempt. An unconfirmed mail is
 * sent again only with `{"mayArriveTwice": true}`. For staff.
 */
export async function runJobAgain(
  request: IRequestStrict,
  context: StaffDeps & Pick<AppContext, "db" | "sendJobs" | "clock" | "ids" | "log">,
): Promise<Response> {
  const actor = await requireStaff(context);
  const input = request.headers.has("Content-Type")
    ? await readJson(request, runAgainSchema)
    : { ok: true as const, body: { mayArriveTwice: false } };
  if (!input.ok) return input.response;
  const refusal = await runAgain(context, String(request.params.id), { ...input.body, by: actor });
  return refusal === undefined ? reply(200, { success: true }) : refuse(409, refusalTexts[refusal]);
}
