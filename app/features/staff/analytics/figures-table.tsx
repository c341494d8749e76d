import "@mantine/core/styles/Table.css";
import { Table } from "@mantine/core";

/** Names, each with its figure. */
export function FiguresTable({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <Table fz="md" horizontalSpacing={0} verticalSpacing={4}>
      <Table.Tbody>
        {rows.map(([name, figure]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400} c="dimmed">
              {name}
            </Table.Th>
            <Table.Td ta="right">{figure}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
