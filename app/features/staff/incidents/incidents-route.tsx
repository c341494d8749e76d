import { Alert, Stack } from "@mantine/core";
import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { pageTitle } from "~/ui/page-title";
import { IncidentList } from "./incident-list";
import type { loader } from "./incidents-route.server";
import { PATH } from "./incidents-route-shared";
import { RuleTable } from "./rule-table";

const HEADING = "Incidents";

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function Incidents() {
  const incidents = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack>
      <h1>{HEADING}</h1>
      {params.has("silenced") && (
        <Alert color="good" role="status">
          Silenced: for a day nobody is mailed about it.
        </Alert>
      )}
      {params.has("heard") && (
        <Alert color="good" role="status">
          You hear of it again.
        </Alert>
      )}
      <p>
        The portal looks at itself every five minutes, tells you once by mail when something is
        wrong, and once when it is over.
      </p>
      <IncidentList incidents={incidents} returnPath={PATH} />
      <RuleTable />
    </Stack>
  );
}
