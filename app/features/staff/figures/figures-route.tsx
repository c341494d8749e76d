import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { figurePeriods } from "~/domain/review/figure-period";
import { titled } from "~/ui/page-title";
import { BarList, FigureTable } from "../chart";
import styles from "../chart.module.css";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { FigureCard } from "../figure";
import { LinkTabs } from "../link-tabs";
import layout from "../staff-layout.module.css";
import { FigureCharts } from "./figure-charts";
import type { loader } from "./figures-route.server";

const HEADING = "Figures";
export const meta = titled(HEADING);

/** What the label received, accepted and answered. Read only: it has no scripts. */
export default function Figures() {
  const { period, unit, tiles, charts, groups } = useLoaderData<typeof loader>();
  const exportPath = `/staff/figures.csv?period=${period}`;
  const periodLinks = figurePeriods.map(([name, text]) => ({
    ...{ text, href: `/staff/figures?period=${name}`, isCurrent: name === period },
  }));
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <h1>{HEADING}</h1>
        <Group>
          <LinkTabs label="Period" links={periodLinks} />
          <Button component="a" href={exportPath} variant="default">
            Export all as CSV
          </Button>
        </Group>
      </Group>
      <div className={layout.cards}>
        {tiles.map(({ title, figure, text, tone }) => (
          <FigureCard key={title} title={title} figure={figure} lineTone={tone}>
            {text}
          </FigureCard>
        ))}
      </div>
      {charts ? (
        <FigureCharts charts={charts} unit={unit} exportPath={exportPath} />
      ) : (
        <p>Nothing was received in this time.</p>
      )}
      <div className={layout.cards} data-medium>
        {groups.map(({ name, title, about, columns, bars, table }) => (
          <Paper key={name} p="sm" className={styles.card}>
            <Stack component="section" aria-labelledby={name} gap="xs">
              <Group justify="space-between">
                <Text component="h2" id={name} ff="text" fw={600}>
                  {title}
                </Text>
                <a href={`${exportPath}&csv=${name}`}>CSV</a>
              </Group>
              <Dimmed>{about}</Dimmed>
              <BarList caption={title} columns={columns} rows={bars} />
              <Disclosure summary="As a table">
                <FigureTable title={title} nameColumn={columns[0] ?? ""} {...table} />
              </Disclosure>
            </Stack>
          </Paper>
        ))}
      </div>
      <Dimmed>
        Everything counts on the day it was received, in UTC. Days are working days until the first
        answer: a decision, or a request for changes.
      </Dimmed>
    </Stack>
  );
}
