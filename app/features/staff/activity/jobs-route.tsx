import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { ActivityNav } from "./activity-nav";
import { DeadLetters, FailedJobs } from "./failed-jobs";
import type { loader } from "./jobs-route.server";

const HEADING = "Failed jobs";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

/** Failed jobs, and the dead letters of the queue. */
export default function StaffJobs() {
  const { failed, letters } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      {params.has("again") && <p role="status">The job is on its way once more.</p>}
      <FailedJobs jobs={failed} />
      <DeadLetters letters={letters} />
    </div>
  );
}
