import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError, useRouteLoaderData } from "@remix-run/react";
import { ArtistBar } from "~/components/artist-bar";
import { ErrorPage } from "~/components/error-page";
import { memberBar } from "~/pages/member.server";
import { requireArtist } from "~/session/require-artist";

/** Most pages of the portal are read and posted without script; those that need one say so. */
export const handle = { scripts: false };

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireArtist(request, context);
  return { member: await memberBar(request, context) };
}

/** What all pages of a signed-in artist share: the bar, with who they are and where they may go. */
export default function Portal() {
  const { member } = useLoaderData<typeof loader>();
  return (
    <>
      {member && <ArtistBar member={member} />}
      <Outlet />
    </>
  );
}

/** Left to the root, it would lack brand and help. */
export function ErrorBoundary() {
  const member = useRouteLoaderData<typeof loader>("routes/_portal")?.member;
  return (
    <>
      {member && <ArtistBar member={member} />}
      <ErrorPage error={useRouteError()} />
    </>
  );
}
