import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useRouteError } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { NO_ID } from "~/pages/portal/own-submission-page.server";
import { refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { SubmissionMissing } from "~/views/portal/submission/submission-missing";

export async function loader({ request, context }: LoaderFunctionArgs): Promise<never> {
  await requireArtist(request, context);
  throw refusal(400, NO_ID);
}

export const meta: MetaFunction = (page) => pageTitle("Submission Details", page);

export default function NoSubmission() {
  return null;
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
