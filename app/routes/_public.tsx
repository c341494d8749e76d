import type { LinksFunction, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { labelOf } from "~/pages/label.server";
import sheet from "~/views/public/content.css?url";

/** Public pages need no script and have their own style sheet. */
export const handle = { scripts: false, sheet: "own" };

export const links: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

export const loader = ({ context }: LoaderFunctionArgs) => labelOf(context);

export default function PublicPages() {
  return <Outlet context={useLoaderData<typeof loader>()} />;
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
