import { useRouteError } from "@remix-run/react";
import { titled } from "~/ui/page-title";
import { SubmissionMissing } from "./submission-missing";

export const meta = titled("Submission Details");

export default function NoSubmission() {
  return null;
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
