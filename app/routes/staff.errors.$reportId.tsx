import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { errorPage } from "~/pages/staff/error-report-page.server";
import { loadForStaff } from "~/session/staff-loader";
import { ErrorView } from "~/views/staff/analytics/error-view";

const HEADING = "Error";

export function loader({ context, params }: LoaderFunctionArgs) {
  return loadForStaff(context, async () => ({
    error: await errorPage(context, params.reportId ?? ""),
  }));
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffError() {
  const { error } = useLoaderData<typeof loader>();
  return (
    <div className={notice.page}>
      <p>
        <a href="/analytics">Back to Analytics</a>
      </p>
      <h1>{HEADING}</h1>
      <ErrorView error={error} />
    </div>
  );
}
