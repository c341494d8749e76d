import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ArtistBar } from "~/ui/artist-bar";
import { ErrorPage } from "~/ui/error-page";
import type { loader } from "./portal-route.server";

/** Most portal pages work without script; those that need it say so. */
export const handle = { scripts: false };

/** The frame of all portal pages: the account bar. */
export default function Portal() {
  const { member } = useLoaderData<typeof loader>();
  return (
    <>
      {member && <ArtistBar member={member} />}
      <Outlet />
    </>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  const member = useRouteLoaderData<typeof loader>("routes/_portal")?.member;
  return (
    <>
      {member && <ArtistBar member={member} />}
      <ErrorPage error={useRouteError()} />
    </>
  );
}
