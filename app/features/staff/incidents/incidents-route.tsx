import { Stack, Table } from "@mantine/core";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { ALERT_RULES, ruleNames } from "~/observability/health/alert-rules";
import { titled } from "~/ui/page-title";
import { Notice } from "../notice";
import { ResponsiveTable } from "../responsive-table";
import { TableHead } from "../table-head";
import { IncidentList } from "./incident-list";
import type { loader } from "./incidents-route.server";
import { PATH } from "./incidents-route-shared";

/** The alert rules: what is watched, and what to do about it. */
function RuleTable() {
  return (
    <ResponsiveTable captionSide="top">
      <Table.Caption fz="lg" ta="left">
        What we watch
      </Table.Caption>
      <TableHead columns={["Problem", "When it is reported", "What to do"]} />
      <Table.Tbody>
        {ruleNames.map((rule) => {
          const { title, when, help, page } = ALERT_RULES[rule];
          return (
            <Table.Tr key={rule}>
              <Table.Th scope="row" data-line>
                {title}
              </Table.Th>
              <Table.Td data-line>{when}</Table.Td>
              <Table.Td data-line>
                {help} {page && <a href={page[0]}>{page[1]}</a>}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </ResponsiveTable>
  );
}

const HEADING = "Incidents";

export const meta = titled(HEADING);

export default function Incidents() {
  const { incidents, isWatched } = useLoaderData<typeof loader>();
  const [params] = useSearchParams();
  return (
    <Stack>
      <h1>{HEADING}</h1>
      {params.has("silenced") && <Notice>Silenced. We send no emails about this for a day.</Notice>}
      {params.has("heard") && <Notice>We send emails about this again.</Notice>}
      <p>
        The portal checks itself every five minutes. It sends one email when something goes wrong,
        and one when it is over. Whatever fails because of it is listed under it.
      </p>
      <IncidentList incidents={incidents} isWatched={isWatched} returnPath={PATH} />
      <RuleTable />
    </Stack>
  );
}
