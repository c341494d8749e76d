import { Table } from "@mantine/core";

interface TableHeadProps {
  columns: readonly string[];
  /** Whether all columns but the first have figures. */
  hasFigures?: boolean;
  className?: string;
}

export function TableHead({ columns, hasFigures = false, className }: TableHeadProps) {
  return (
    <Table.Thead className={className}>
      <Table.Tr>
        {columns.map((column, index) => (
          <Table.Th key={column} scope="col" ta={hasFigures && index > 0 ? "right" : undefined}>
            {column}
          </Table.Th>
        ))}
      </Table.Tr>
    </Table.Thead>
  );
}
