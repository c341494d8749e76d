import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { loadForStaff } from "~/session/staff-loader";
import { type SignsOut, StaffBar } from "~/views/staff/staff-bar";

/** Most staff pages work without script; those that need it say so. */
export const handle = { scripts: false };

export function loader({ context }: LoaderFunctionArgs) {
  return loadForStaff(context, ({ name, sessionId }) => {
    const signsOut: SignsOut = sessionId ? "here" : context.edge.access ? "access" : "nowhere";
    return { name, signsOut };
  });
}

/** The frame of all staff pages. */
export default function StaffPages() {
  const { name, signsOut } = useLoaderData<typeof loader>();
  return (
    <>
      <StaffBar name={name} signsOut={signsOut} />
      <Outlet />
    </>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
