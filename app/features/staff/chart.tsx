import "@mantine/core/styles/Table.css";
import { Badge, Group, Progress, Stack, Table, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import styles from "./chart.module.css";
import { DataTable } from "./data-table";
import { Disclosure } from "./disclosure";
import { formatCount } from "./format-count";

interface ChartProps {
  title: string;
  /** The chart in a sentence, for screen readers. */
  summary: string;
  /** The ticks of the vertical axis with their distance from the top, 0 to 100. */
  ticks: readonly { value: number; y: number }[];
  /** The labels below: start, middle and end; of a card one for each period. */
  axis: readonly { slot: string; text: string }[];
  legend?: readonly { name: string; color: string | undefined }[];
  /** Whether it is a card of its own, with a heading of the second level. */
  isCard?: boolean;
  /** Stands beside the title. */
  link?: ReactNode;
  /** Figures in the drawing, above their places. */
  marks?: readonly { x: number; y: number; text: string }[];
  /** The shapes, in a square of 100 by 100. */
  children: ReactNode;
  table: Pick<FigureTableProps, "columns" | "rows">;
}

/** A chart drawn by the server, with its axes as text and its figures as a table. */
export function Chart(props: ChartProps) {
  const { title, summary, ticks, axis, legend, children, table } = props;
  const { isCard, link, marks = [] } = props;
  const id = useId();
  const amounts = ticks.map(({ value, y }) => ({ text: formatCount(value), y }));
  // The labels are positioned absolutely and give the column no width.
  const width = `${Math.max(4, ...amounts.map(({ text }) => text.length))}ch`;
  return (
    <Stack component="figure" aria-labelledby={id}>
      <Group component="figcaption" justify="space-between" align="baseline">
        {isCard ? (
          <Text component="h2" id={id} ff="text" fw={600}>
            {title}
          </Text>
        ) : (
          <h3 id={id}>{title}</h3>
        )}
        {link}
        {legend && (
          <Group gap="xs" w={isCard ? "100%" : undefined} aria-hidden="true">
            {legend.map(({ name, color }) => (
              <Badge key={name} variant="dot" color={color}>
                {name}
              </Badge>
            ))}
          </Group>
        )}
      </Group>
      <div className={styles.drawing}>
        <div className={styles.amounts} style={{ width }} aria-hidden="true">
          {amounts.map(({ text, y }) => (
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
        <div className={styles.marks} aria-hidden="true">
          {marks.map(({ x, y, text }) => (
            <span key={x} style={{ left: `${x}%`, top: `${y}%` }}>
              {text}
            </span>
          ))}
        </div>
        <div className={styles.times} data-each={isCard} aria-hidden="true">
          {axis.map(({ slot, text }) => (
            <span key={slot}>{text}</span>
          ))}
        </div>
      </div>
      <Disclosure summary="As a table">
        <FigureTable title={`${title}, times in UTC`} nameColumn="From" {...table} />
      </Disclosure>
    </Stack>
  );
}

interface FigureTableProps {
  title: string;
  nameColumn: string;
  columns: readonly string[];
  rows: readonly { period: string; cells: readonly string[] }[];
}

/** Figures in columns. */
export function FigureTable({ title, nameColumn, columns, rows }: FigureTableProps) {
  return (
    <DataTable
      label={title}
      rows={rows.map(({ period, cells }) => ({ id: period, cells }))}
      figures={columns}
      columns={[
        [nameColumn, ({ id }) => id],
        ...columns.map(
          (name, at) => [name, (row: { cells: readonly string[] }) => row.cells[at]] as const,
        ),
      ]}
    />
  );
}

interface BarListProps {
  /**
   * With the length of each bar, 0 to 100, how much of it stands out, and the figures beside it; a bar
   * without such a part is drawn on its whole length.
   */
  rows: readonly { name: string; length: number; share?: number; cells: readonly string[] }[];
  columns: readonly string[];
  caption: string;
}

/** Horizontal bars inside the table of their figures. */
export function BarList({ rows, columns, caption }: BarListProps) {
  return (
    <Table fz="sm" horizontalSpacing={4} verticalSpacing={4} withRowBorders={false}>
      <caption className="unseen">{caption}</caption>
      <Table.Thead c="dimmed" style={{ whiteSpace: "nowrap" }}>
        <Table.Tr>
          {columns.map((column, index) => (
            <Table.Th key={column} scope="col" fw={400} ta={index > 0 ? "right" : undefined}>
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, length, share, cells }) => (
          <Table.Tr key={name} style={{ verticalAlign: "bottom" }}>
            <Table.Th scope="row" w="100%" fw={400}>
              {name}
              <Progress.Root mt={4} size={10} w={share === undefined ? "100%" : `${length}%`}>
                <Progress.Section value={share ?? length} withAria={false} />
                {share !== undefined && (
                  <Progress.Section value={100 - share} color="var(--control)" withAria={false} />
                )}
              </Progress.Root>
            </Table.Th>
            {cells.map((cell, index) => (
              <Table.Td
                key={columns[index + 1]}
                ta="right"
                c={index > 0 ? "dimmed" : undefined}
                data-figure
              >
                {cell}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
