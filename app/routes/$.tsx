import { useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { refusal } from "~/session/refusal";

/** There is nothing to do but to go elsewhere. */
export const handle = { scripts: false };

const TEXT =
  "This page doesn't exist, or it has moved. Check the address, or go back to the start.";

export function loader() {
  throw refusal(404, TEXT);
}

export function action() {
  throw refusal(404, TEXT);
}

export default function NotFound() {
  return null;
}

/** Were a refused post left to the root, it would lack its own data: brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
