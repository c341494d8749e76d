import { Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { ActivityNav } from "./activity-nav";
import type { loader } from "./activity-route.server";
import { AuditFilters, AuditLog } from "./audit-log";

const HEADING = "Activity";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

/** The audit log. */
export default function StaffActivity() {
  const { person, action, subject, actions, ...page } = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <AuditFilters person={person} action={action} subject={subject} actions={actions} />
      <AuditLog {...page} filter={{ person, action, subject }} />
    </Stack>
  );
}
