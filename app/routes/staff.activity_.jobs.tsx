import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { failedJobs, listDeadLetters } from "~/jobs/job-history.server";
import { readSmallForm } from "~/pages/read-small-form";
import { rerunRefusalTexts } from "~/pages/staff/rerun-refusal-texts";
import { runJobAgain } from "~/pages/staff/run-job-again.server";
import { longTime } from "~/platform/formats/dates";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { ActivityNav } from "~/views/staff/activity/activity-nav";
import { DeadLetters, FailedJobs } from "~/views/staff/activity/failed-jobs";

const HEADING = "Failed jobs";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db } = context;
  const [jobs, letters] = await Promise.all([failedJobs(db), listDeadLetters(db)]);
  return {
    failed: jobs.map(({ id, type, submissionId, subject, lastError, updatedAt, story }) => ({
      id,
      type,
      submissionId,
      subject,
      lastError,
      at: longTime(updatedAt),
      history: story.map(({ id: eventId, outcome, reason, detail, at, staffName }) => ({
        number: eventId,
        outcome,
        reason,
        detail,
        actor: staffName,
        at: longTime(at),
      })),
    })),
    letters: letters.map(({ at, ...letter }) => ({ ...letter, at: longTime(at) })),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request);
  const why = await runJobAgain(context, fields.get("job") ?? "", {
    by: actor,
    mayArriveTwice: false,
  });
  if (why !== undefined) throw refusal(409, rerunRefusalTexts[why]);
  return redirect("/staff/activity/jobs?again");
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

/** Failed jobs, and the dead letters of the queue. */
export default function StaffJobs() {
  const { failed, letters } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      {params.has("again") && <p role="status">The job is on its way once more.</p>}
      <FailedJobs jobs={failed} />
      <DeadLetters letters={letters} />
    </div>
  );
}
