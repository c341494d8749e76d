import { Link, useRouteError } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";

/** What broke on a page of staff, and the way back to their work. */
export function StaffError() {
  return <ErrorPage error={useRouteError()} ways={<Link to="/staff">Open the queue</Link>} />;
}
