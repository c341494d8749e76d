import type { MetaFunction } from "@remix-run/cloudflare";
import { useRouteError } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { SubmissionMissing } from "./submission-missing";

export const meta: MetaFunction = (page) => pageTitle("Submission Details", page);

export default function NoSubmission() {
  return null;
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
