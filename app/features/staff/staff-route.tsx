import {
  Outlet,
  type ShouldRevalidateFunction,
  useLoaderData,
  useRouteLoaderData,
} from "@remix-run/react";
import { isListReload, isPostedBeside } from "./desk/desk-requests";
import { StaffFrame } from "./frame/staff-frame";
import { StaffError } from "./staff-error";
import type { loader } from "./staff-route.server";

/** Most staff pages work without script; those that need it say so. They draw their own frame. */
export const handle = { scripts: false, frame: "own" };

/** What waits for the user changes by what is posted, and is asked again by each page but those of the desk. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) => {
  const isAtDesk = change.nextUrl.pathname.startsWith("/staff/submissions/");
  if (change.formAction === undefined) return !isAtDesk || isListReload(change);
  return !isPostedBeside(change) && change.defaultShouldRevalidate;
};

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
