import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { failedJobs, listDeadLetters } from "~/jobs/job-history.server";
import { readSmallForm } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { rerunRefusalTexts } from "./rerun-refusal-texts";
import { runJobAgain } from "./run-job-again.server";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db } = context;
  const [failed, letters] = await Promise.all([failedJobs(db), listDeadLetters(db)]);
  return { failed, letters };
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
