import { Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import type { loader } from "./error-report-route.server";
import { ErrorView } from "./error-view";

const HEADING = "Error";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffError() {
  const { error } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <p className="eyebrow">
        <a href="/analytics">Back to Analytics</a>
      </p>
      <h1>{HEADING}</h1>
      <ErrorView error={error} />
    </Stack>
  );
}
