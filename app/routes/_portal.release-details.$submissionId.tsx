import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { replyToPost, requireRelease } from "~/pages/portal/own-release.server";
import { readTypedForm } from "~/pages/portal/read-autosave-form.server";
import { detailsPage, postDetails } from "~/pages/portal/release-details.server";
import { DetailsPage } from "~/views/portal/release/details-page";

/** Scripts are for autosave. */
export const handle = { scripts: true };

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId);
  return detailsPage(context, release);
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const release = await requireRelease(request, context, params.submissionId);
  const result = await postDetails(context, release, await readTypedForm(request));
  const path = `/release-details/${encodeURIComponent(params.submissionId ?? "")}`;
  return replyToPost(context, path, result);
}

export const meta: MetaFunction = (page) => pageTitle("Release details", page);

export default function ReleaseDetails() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [query] = useSearchParams();
  return <DetailsPage {...page} reply={reply} noticeCode={query.get("said") ?? undefined} />;
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
