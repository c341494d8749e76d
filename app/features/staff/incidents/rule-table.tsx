import { Table } from "@mantine/core";
import { ALERT_RULES, ruleNames } from "~/observability/health/alert-rules";
import { ResponsiveTable } from "../responsive-table";

/** The alert rules: what is watched, and what to do about it. */
export function RuleTable() {
  return (
    <ResponsiveTable captionSide="top">
      <Table.Caption fz="lg" ta="left">
        What is watched
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">What is wrong</Table.Th>
          <Table.Th scope="col">When</Table.Th>
          <Table.Th scope="col">What to do</Table.Th>
        </Table.Tr>
      </Table.Thead>
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
