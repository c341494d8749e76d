import type { ReactNode } from "react";
import styles from "./row-list.module.css";

interface RowListProps<Row> {
  rows: readonly Row[];
  /** Said where there are none. */
  empty?: string;
  children: (row: Row) => ReactNode;
}

/** A list with a line between its rows. */
export function RowList<Row extends { id: string | number }>(props: RowListProps<Row>) {
  const { rows, empty, children } = props;
  if (rows.length === 0) return empty && <p>{empty}</p>;
  return (
    <ul className={styles.list}>
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}
