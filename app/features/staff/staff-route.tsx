import { Outlet, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { StaffFrame } from "./frame/staff-frame";
import { StaffError } from "./staff-error";
import type { loader } from "./staff-route.server";

/** Most staff pages work without script; those that need it say so. They draw their own frame. */
export const handle = { scripts: false, frame: "own" };

/** The frame of all staff pages. */
export default function StaffPages() {
  return (
    <StaffFrame frame={useLoaderData<typeof loader>()}>
      <Outlet />
    </StaffFrame>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return (
    <StaffFrame frame={useRouteLoaderData<typeof loader>("routes/staff")}>
      <StaffError />
    </StaffFrame>
  );
}
