import "@mantine/core/styles/Table.css";
import { Table, type TableProps } from "@mantine/core";
import styles from "./responsive-table.module.css";

/** A table whose rows become lines of cells on a narrow screen; `data-label` names a cell there. */
export function ResponsiveTable(props: TableProps) {
  return <Table className={styles.table} {...props} />;
}
