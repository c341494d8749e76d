import { Group, Table, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { IntentButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import { ResponsiveTable } from "../responsive-table";
import type { loader } from "./board-columns-route.server";

type ColumnTableProps = NonNullable<SerializeFrom<typeof loader>["board"]>;

const states = {
  known: { word: "Mapped", tone: "good" },
  found: { word: "Found", tone: "waiting" },
  unfit: { word: "Wrong type", tone: "bad" },
  missing: { word: "Missing", tone: "bad" },
} as const;

function placeText({ is: status, column, types }: ColumnTableProps["rows"][number]): string {
  const type = types[0] ?? "text";
  if (!column) return `no column with this title; it would be ${type}`;
  const name = `"${column.title}" (${column.id}, ${column.type})`;
  if (status === "known") return name;
  if (status === "found") return `${name}, by its title and type`;
  return `${name} cannot hold it; it takes ${types.join(", ")}`;
}

function summary({ name, columns, rows }: ColumnTableProps, missingCount: number): string {
  if (columns === 0) return `The board "${name}" has no columns. Make all of them below.`;
  const foundCount = rows.length - missingCount;
  if (foundCount === 0)
    return `The board "${name}" has none of the columns that a submission needs. Make them below, or name those it has as in this list.`;
  if (missingCount === 0)
    return `The board "${name}" has a column for each of the ${rows.length} fields.`;
  return `The board "${name}" has columns for ${foundCount} of the ${rows.length} fields. Without the others no item can be written.`;
}

/** The column of each field on the board, with buttons to save the mapping or create columns. */
export function ColumnTable(props: ColumnTableProps) {
  const { rows, isSaved } = props;
  const missingCount = rows.filter(
    ({ is: status }) => status === "missing" || status === "unfit",
  ).length;
  return (
    <>
      <Text size="lg">{summary(props, missingCount)}</Text>
      <form method="post">
        <Group>
          {!isSaved && (
            <IntentButton intent="map" variant={missingCount > 0 ? "default" : undefined}>
              Save this map
            </IntentButton>
          )}
          {missingCount > 0 && (
            <IntentButton intent="make">
              {missingCount === 1
                ? "Make the missing column"
                : `Make the ${missingCount} missing columns`}
            </IntentButton>
          )}
        </Group>
      </form>
      {isSaved && missingCount === 0 && (
        <Text size="sm" c="dimmed">
          This map is in force.
        </Text>
      )}
      <ResponsiveTable>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.field}>
              <Table.Th scope="row" data-line>
                {row.title}
              </Table.Th>
              <Table.Td data-line>
                <StatusMark tone={states[row.is].tone}>{states[row.is].word}</StatusMark>{" "}
                <Text span size="sm" c="dimmed">
                  {placeText(row)}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ResponsiveTable>
    </>
  );
}
