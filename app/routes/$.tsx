import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage, errorHeading } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import sheet from "~/components/theme/content.css";
import { about } from "~/reference/pages/about";
import { aboutPath, labelOf } from "~/session/label.server";
import { refusal } from "~/session/refusal";
import { contentMeta } from "~/views/public/content-meta";
import { ContentPage } from "~/views/public/content-page";

/** There is nothing to do but to read, or to go elsewhere. */
export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

const TEXT =
  "This page doesn't exist, or it has moved. Check the address, or go back to the start.";

/** The page about the label is here, since only its settings tell where; nothing else is. */
export function loader({ params, context }: LoaderFunctionArgs) {
  if (`/${params["*"]}` !== aboutPath(context.settings)) throw refusal(404, TEXT);
  return labelOf(context);
}

export function action() {
  throw refusal(404, TEXT);
}

export const meta: MetaFunction<typeof loader> = ({ data, error, ...page }) =>
  data ? contentMeta(about, data, page) : pageTitle(errorHeading(error), page);

export default function About() {
  return <ContentPage content={about} label={useLoaderData<typeof loader>()} />;
}

/** Were a refused post left to the root, it would lack its own data: brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
