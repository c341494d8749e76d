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
  const { incidents, isWatched } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack>
      <h1>{HEADING}</h1>
      {params.has("silenced") && (
        <Alert color="good" role="status">
          Silenced. We send no emails about it for a day.
        </Alert>
      )}
      {params.has("heard") && (
        <Alert color="good" role="status">
          We send emails about it again.
        </Alert>
      )}
      <p>
        The portal checks itself every five minutes. It sends one email when something goes wrong,
        and one when it is over. What goes wrong because of it is shown below it.
      </p>
      <IncidentList incidents={incidents} isWatched={isWatched} returnPath={PATH} />
      <RuleTable />
    </Stack>
  );
}
