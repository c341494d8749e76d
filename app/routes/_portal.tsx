import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ArtistBar } from "~/components/artist-bar";
import { ErrorPage } from "~/components/error-page";
import { memberBar } from "~/pages/member.server";
import { requireArtist } from "~/session/require-artist";

/** Most portal pages work without script; those that need it say so. */
export const handle = { scripts: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context);
  return { member: await memberBar(request, context) };
}

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
