import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { loadForStaff } from "~/session/staff-loader";
import { errorPage } from "./error-report-page.server";

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => ({
    error: await errorPage(context, params.reportId ?? ""),
  }));
}
