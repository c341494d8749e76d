import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { showRelease } from "~/pages/public/public-pages.server";
import { releaseCard } from "~/views/public/release/link-cards";
import sheet from "~/views/public/release/release.css?url";
import { ReleasePage } from "~/views/public/release/release-page";

export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const loader = ({ context, params }: LoaderFunctionArgs) =>
  showRelease(context, params.submissionId);

export const meta: MetaFunction<typeof loader> = ({ data, ...page }) =>
  data ? releaseCard(data, page) : pageTitle("We can't find that page", page);

export default function Release() {
  return <ReleasePage {...useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
