import { Outlet, useLoaderData, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";
import { StaffBar } from "./staff-bar";
import type { loader } from "./staff-route.server";

/** Most staff pages work without script; those that need it say so. */
export const handle = { scripts: false };

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
