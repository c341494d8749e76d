import "@mantine/core/styles/Table.css";
import { Group, Progress, Stack, Table } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Disclosure } from "../disclosure";
import styles from "./chart.module.css";
import { formatCount } from "./format-count";

interface ChartProps {
  title: string;
  /** The chart in a sentence, for screen readers. */
  summary: string;
  /** The ticks of the vertical axis with their distance from the top, 0 to 100. */
  ticks: readonly { value: number; y: number }[];
  /** The labels below: start, middle and end. */
  axis: readonly string[];
  legend?: ReactNode;
  /** The shapes, in a square of 100 by 100. */
  children: ReactNode;
  table: {
    columns: readonly string[];
    rows: readonly { period: string; cells: readonly string[] }[];
  };
}

/** A chart drawn by the server, with its axes as text and its figures as a table. */
export function Chart({ title, summary, ticks, axis, legend, children, table }: ChartProps) {
  const id = useId();
  const marks = ticks.map(({ value, y }) => ({ text: formatCount(value), y }));
  // The labels are positioned absolutely and give the column no width.
  const width = `${Math.max(4, ...marks.map(({ text }) => text.length))}ch`;
  return (
    <Stack component="figure" aria-labelledby={id}>
      <Group component="figcaption" justify="space-between" align="baseline">
        <h3 id={id}>{title}</h3>
        {legend}
      </Group>
      <div className={styles.drawing}>
        <div className={styles.amounts} style={{ width }} aria-hidden="true">
          {marks.map(({ text, y }) => (
            <span key={text} style={{ top: `${y}%` }}>
              {text}
            </span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={summary}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className={styles.shapes}
        >
          {ticks.map(({ value, y }) => (
            <line key={value} stroke="var(--line)" x1="0" x2="100" y1={y} y2={y} />
          ))}
          {children}
        </svg>
        <div className={styles.times} aria-hidden="true">
          {axis.map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </div>
      <Disclosure summary="As a table">
        {/* Wider than a phone where figures are long. */}
        <Table.ScrollContainer
          minWidth={0}
          type="native"
          tabIndex={0}
          role="region"
          aria-label={title}
        >
          <Table horizontalSpacing={2}>
            <caption className="unseen">{title}, times in UTC</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">From</Table.Th>
                {table.columns.map((column) => (
                  <Table.Th key={column} scope="col" ta="right">
                    {column}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.rows.map(({ period, cells }) => (
                <Table.Tr key={period}>
                  <Table.Th scope="row" fw={400} data-figure>
                    {period}
                  </Table.Th>
                  {cells.map((cell, index) => (
                    <Table.Td key={table.columns[index]} ta="right" data-figure>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Disclosure>
    </Stack>
  );
}

interface BarListProps {
  /** With the length of each bar, 0 to 100. */
  rows: readonly { name: string; count: number; length: number; note?: string }[];
  columns: readonly [name: string, count: string, note?: string];
  caption: string;
}

/** Horizontal bars inside the table of their figures. */
export function BarList({ rows, columns, caption }: BarListProps) {
  return (
    <Table fz="md" horizontalSpacing={0} withRowBorders={false}>
      <caption className="unseen">{caption}</caption>
      <thead className="unseen">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <Table.Tbody>
        {rows.map(({ name, count, length, note }) => (
          <Table.Tr key={name} style={{ verticalAlign: "bottom" }}>
            <Table.Th scope="row" w="100%" fw={400}>
              {name}
              <Progress.Root mt={4} size={10}>
                <Progress.Section value={length} withAria={false} />
              </Progress.Root>
            </Table.Th>
            <Table.Td pl="sm" ta="right" data-figure>
              {formatCount(count)}
            </Table.Td>
            {columns.length > 2 && (
              <Table.Td pl="sm" ta="right" c="dimmed" data-figure>
                {note}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
