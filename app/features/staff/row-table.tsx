import "@mantine/core/styles/Table.css";
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./row-table.module.css";
import { TableHead } from "./table-head";

interface RowTableProps {
  label: string;
  /** The names of the columns, for screen readers: the cells say themselves what they are. */
  columns: readonly string[];
  /** Rows with their name in a `Table.Th`. */
  children: ReactNode;
}

/** A table whose rows are readable on phones, too. */
export function RowTable({ label, columns, children }: RowTableProps) {
  return (
    <Table aria-label={label} withTableBorder highlightOnHover className={styles.table}>
      <TableHead className="unseen" columns={columns} />
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
