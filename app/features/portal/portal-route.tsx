import { Outlet, useRouteError } from "@remix-run/react";
import { ArtistBar } from "~/ui/artist-bar";
import { ErrorPage } from "~/ui/error-page";

/** Most portal pages work without script; those that need it say so. */
export const handle = { scripts: false, Bar: ArtistBar };

export default function Portal() {
  return <Outlet />;
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
