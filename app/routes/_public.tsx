import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { labelOf } from "~/pages/label.server";
import sheet from "~/views/public/content.css?url";

/** Pages that are there to be read need no scripts, and a style sheet of their own. */
export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const loader = ({ context }: LoaderFunctionArgs) => labelOf(context);

/** What all of them share: the label that they speak of. */
export default function PublicPages() {
  return <Outlet context={useLoaderData<typeof loader>()} />;
}

/** Left to the root, it would lack brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
