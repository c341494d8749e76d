import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadStaffFrame } from "./frame/staff-frame.server";
import { loadForStaff } from "./load-for-staff.server";

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, (staff) => loadStaffFrame(context, staff, params.submissionId));
}
