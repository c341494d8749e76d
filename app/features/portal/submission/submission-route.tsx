import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError } from "@remix-run/react";
import { titleOr } from "~/domain/submission/record/release-card";
import { pageTitle } from "~/ui/page-title";
import { SubmissionDetails } from "./submission-details";
import { SubmissionMissing } from "./submission-missing";
import type { action, loader } from "./submission-route.server";

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  pageTitle(data ? `${titleOr(data.title)}, Submission Details` : "Submission Details", page);

export default function Submission() {
  const submission = useLoaderData<typeof loader>();
  return <SubmissionDetails submission={submission} other={useActionData<typeof action>()} />;
}

export function ErrorBoundary() {
  return <SubmissionMissing error={useRouteError()} />;
}
