import { Alert, Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
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
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      {params.has("again") && (
        <Alert color="good" role="status">
          The job runs again.
        </Alert>
      )}
      <FailedJobs jobs={failed} />
      <DeadLetters letters={letters} />
    </Stack>
  );
}
