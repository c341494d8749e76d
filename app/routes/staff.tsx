import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { loadForStaff } from "~/session/staff-loader";
import { type SignsOut, StaffBar } from "~/views/staff/staff-bar";

/** Most staff pages are plain forms that need no script; those with keys and players say so. */
export const handle = { scripts: false };

export function loader({ context }: LoaderFunctionArgs) {
  return loadForStaff(context, ({ name, sessionId }) => {
    const signsOut: SignsOut = sessionId ? "here" : context.edge.access ? "access" : "nowhere";
    return { name, signsOut };
  });
}

/** What all staff pages share: where they lead, and who is signed in. */
export default function StaffPages() {
  const { name, signsOut } = useLoaderData<typeof loader>();
  return (
    <>
      <StaffBar name={name} signsOut={signsOut} />
      <Outlet />
    </>
  );
}

/** As in the wizard: left to the root, it would lack brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
