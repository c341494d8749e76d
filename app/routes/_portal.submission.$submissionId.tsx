import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { requireOwnSubmission, showOwnSubmission } from "~/pages/portal/own-submission-page.server";
import { resubmit } from "~/pages/portal/resubmit.server";
import { readSmallForm } from "~/pages/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { titleOr } from "~/submission/record/release-card";
import { SubmissionDetails } from "~/views/portal/submission/submission-details";
import { SubmissionMissing } from "~/views/portal/submission/submission-missing";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context);
  return showOwnSubmission(context, artist, params.submissionId);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context);
  const submission = await requireOwnSubmission(context, artist, params.submissionId);
  const { fields } = await readSmallForm(request, "/dashboard");
  if (fields.get("intent") !== "send-again") throw refusal(400, NO_BUTTON);
  return resubmit(request, context, { artist, submission, mayReplace: fields.has("replace") });
}

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `${titleOr(data.title)}, Submission Details` : "Submission Details", page);

export default function Submission() {
  const submission = useLoaderData<typeof loader>();
  return <SubmissionDetails submission={submission} other={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
