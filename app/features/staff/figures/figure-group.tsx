import { Group, Paper, Progress, Stack, Table, Text } from "@mantine/core";
import { FigureTable } from "../chart";
import chart from "../chart.module.css";
import { Disclosure } from "../disclosure";
import type { GroupName } from "./figure-groups";
import styles from "./figures.module.css";
import type { FiguresPage } from "./figures-page.server";

interface FigureGroupProps extends Pick<FiguresPage["sources"], "bars" | "table"> {
  group: GroupName;
  title: string;
  about: string;
  columns: readonly [name: string, count: string];
  hasDays?: boolean;
  exportPath: string;
}

/** The largest rows of a group as bars, and all of them as a table. */
export function FigureGroup(props: FigureGroupProps) {
  const { group, title, about, columns, hasDays = false, exportPath, bars, table } = props;
  const [name, count] = columns;
  return (
    <Paper p="sm" className={styles.card}>
      <Stack component="section" aria-labelledby={group} gap="xs">
        <Group justify="space-between" align="baseline">
          <h2 id={group} className={chart.cardTitle}>
            {title}
          </h2>
          <a href={`${exportPath}&csv=${group}`}>CSV</a>
        </Group>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
        <Table
          withRowBorders={false}
          horizontalSpacing={4}
          verticalSpacing={4}
          fz="sm"
          className={styles.bars}
        >
          <caption className="unseen">{title}</caption>
          <Table.Thead c="dimmed" fz="xs">
            <Table.Tr>
              <Table.Th scope="col" fw={400}>
                {name}
              </Table.Th>
              {[count, "Accepted", ...(hasDays ? ["Days"] : [])].map((column) => (
                <Table.Th key={column} scope="col" fw={400} ta="right">
                  {column}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map(({ name: rowName, received, share, days, length }) => (
              <Table.Tr key={rowName}>
                <Table.Th scope="row" fw={400} w="100%">
                  <div className={styles.row}>
                    <span title={rowName}>{rowName}</span>
                    <div aria-hidden="true">
                      <Progress.Root size={12} radius={2} w={`${Math.max(1, length)}%`}>
                        <Progress.Section value={share} withAria={false} />
                        <Progress.Section
                          value={100 - share}
                          color="var(--control)"
                          withAria={false}
                        />
                      </Progress.Root>
                    </div>
                  </div>
                </Table.Th>
                {[received, `${share}%`, ...(hasDays ? [days] : [])].map((cell, index) => (
                  <Table.Td
                    key={[count, "Accepted", "Days"][index]}
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
        <Disclosure summary="As a table">
          <FigureTable title={title} nameColumn={name} {...table} />
        </Disclosure>
      </Stack>
    </Paper>
  );
}
