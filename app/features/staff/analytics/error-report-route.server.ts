import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadForStaff } from "~/features/staff/load-for-staff.server";
import { errorPage } from "./error-report-page.server";

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => ({
    error: await errorPage(context, params.reportId ?? ""),
  }));
}
