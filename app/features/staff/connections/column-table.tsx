import { Group, Table, Text } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { IntentButton } from "~/ui/intent-button";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
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
  if (!column) return `no column has this title; it would be of type ${type}`;
  const name = `"${column.title}" (${column.id}, ${column.type})`;
  if (status === "known") return name;
  if (status === "found") return `${name}, by its title and type`;
  return `${name}; it needs ${types.join(" or ")}`;
}

function summary({ name, columns, rows }: ColumnTableProps, missingCount: number): string {
  if (columns === 0) return `The board "${name}" has no columns. Create them all below.`;
  const foundCount = rows.length - missingCount;
  if (foundCount === 0)
    return `The board "${name}" has none of the columns that a submission needs. Create them below, or rename the board's columns as in this list.`;
  if (missingCount === 0)
    return `The board "${name}" has a column for each of the ${rows.length} fields.`;
  return `The board "${name}" has columns for ${foundCount} of the ${rows.length} fields. Until it has them all, no item can be created.`;
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
              Save this mapping
            </IntentButton>
          )}
          {missingCount > 0 && (
            <IntentButton intent="make">
              {missingCount === 1
                ? "Create the missing column"
                : `Create the ${missingCount} missing columns`}
            </IntentButton>
          )}
        </Group>
      </form>
      {isSaved && missingCount === 0 && <Dimmed>This mapping is in use.</Dimmed>}
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
