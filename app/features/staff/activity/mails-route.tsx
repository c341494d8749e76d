import { Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { ActivityNav } from "./activity-nav";
import type { loader } from "./mails-route.server";
import { Outbox } from "./outbox";

const HEADING = "Outbox";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffOutbox() {
  const page = useLoaderData<typeof loader>();
  return (
    <Stack gap="md" maw={640}>
      <h1>{HEADING}</h1>
      <ActivityNav />
      <Outbox {...page} />
    </Stack>
  );
}
