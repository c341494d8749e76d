import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import {
  failedJobs,
  findJob,
  jobStory,
  listDeadLetters,
  runAgain,
  type ToldJob,
} from "~/jobs/job-history.server";
import { type SentAgain, sendMailAgain } from "~/mail/send-again.server";
import { type Asked, requireStaff } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

function view(job: ToldJob) {
  const { leaseToken: _, story, ...rest } = job;
  return { ...rest, story: story.map(({ id, jobId, ...event }) => event) };
}

/**
 * GET /api/jobs: what has failed, and the messages that were given up. With `?submissionId=`,
 * everything that is or was to be done for that submission. For staff.
 */
export async function listJobs(
  request: IRequestStrict,
  portal: Asked & Pick<Portal, "db">,
): Promise<Response> {
  await requireStaff(portal);
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

/** What the call may be told; a body is not needed. */
const againSchema = v.strictObject({ mayArriveTwice: v.optional(v.boolean(), false) });

/** Why a mail is not sent again. */
const notSent: Record<Exclude<SentAgain, "again">, string> = {
  "may-have-arrived":
    "This mail may have arrived: its text left, and no answer came. Ask the recipient. If it is " +
    'not there, make this call again with {"mayArriveTwice": true}.',
  "under-way": "This email is on its way, so there's nothing to run again.",
  sent: "This email has been sent, so there's nothing to run again.",
  "text-gone":
    "The secret link in this email is no longer kept. Ask the recipient to get a new one.",
  held: "Nobody has shown they read this address, and it has had its emails for today. This one goes out by itself.",
  stopped:
    "Whoever reads this address has stopped our emails to it. If they want them again: POST /api/mails/ID/allow.",
  "no-such-mail": "This job's email is no longer there.",
};

/**
 * POST /api/jobs/{id}/run-again: lets a failed job run again from its first attempt. For staff. A
 * mail is sent again also where it waits for a mail server that there is by now, and an unconfirmed
 * one with `{"mayArriveTwice": true}` only.
 */
export async function runJobAgain(
  request: IRequestStrict,
  portal: Asked & Pick<Portal, "db" | "sendJobs" | "clock" | "log">,
): Promise<Response> {
  const by = await requireStaff(portal);
  const now = portal.clock();
  const told = request.headers.has("Content-Type")
    ? await readJson(request, againSchema)
    : { ok: true as const, body: { mayArriveTwice: false } };
  if (!told.ok) return told.response;
  const id = v.safeParse(idSchema, request.params.id);
  const job = id.success ? await findJob(portal.db, id.output) : undefined;
  if (job?.type === "send-mail") {
    const outcome = await sendMailAgain(portal.db, job.id, { ...told.body, by, now });
    if (outcome !== "again") return refuse(409, notSent[outcome]);
    await portal.sendJobs([job.id], { submissionId: job.submissionId ?? undefined });
  } else if (!job || !(await runAgain(portal.db, portal.sendJobs, job.id, { by, now })))
    return refuse(409, "This job hasn't failed, so there's nothing to run again.");
  const { id: jobId, type: jobType, submissionId } = job;
  portal.log("info", "job.run-again", { jobId, jobType, submissionId: submissionId ?? undefined });
  return reply(200, { success: true });
}
