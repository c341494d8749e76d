import "@mantine/core/styles/Table.css";
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./data-table.module.css";

type Column<Row> = readonly [name: string, cell: (row: Row) => ReactNode];

interface DataTableProps<Row> {
  label: string;
  rows: readonly Row[];
  /** Said where there are none. */
  empty?: string;
  /** What the cells of each column show; the first names its row. */
  columns: readonly Column<Row>[];
  /** The columns of figures. */
  figures?: readonly string[];
  /** Whether the cells say themselves what they are. */
  hidesHead?: boolean;
}

/** A table whose rows become lines of cells, each with its column, on a narrow screen. */
export function DataTable<Row extends { id: string }>(props: DataTableProps<Row>) {
  const { label, rows, empty, columns, figures = [], hidesHead } = props;
  if (rows.length === 0 && empty) return <p>{empty}</p>;
  const styleOf = (name: string) =>
    figures.includes(name) ? ({ ta: "right", "data-figure": true } as const) : {};
  return (
    <Table aria-label={label} className={styles.table}>
      <Table.Thead className={hidesHead ? "unseen" : undefined}>
        <Table.Tr>
          {columns.map(([name]) => (
            <Table.Th key={name} scope="col" {...styleOf(name)}>
              {name}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={row.id}>
            {columns.map(([name, cell], index) => {
              const Cell = index === 0 ? Table.Th : Table.Td;
              return (
                <Cell
                  key={name}
                  scope={index === 0 ? "row" : undefined}
                  data-label={hidesHead || index === 0 ? undefined : name}
                  {...styleOf(name)}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
