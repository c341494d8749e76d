import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadForStaff } from "~/session/staff-loader";
import { loadStaffFrame } from "./frame/staff-frame.server";

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, (staff) => loadStaffFrame(context, staff, params.submissionId));
}
