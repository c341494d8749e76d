import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useLoaderData } from "@remix-run/react";
import { figurePeriods } from "~/domain/review/figure-period";
import { titled } from "~/ui/page-title";
import { BarList, Chart, FigureTable } from "../chart";
import styles from "../chart.module.css";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { FigureCard } from "../figure";
import { LinkTabs } from "../link-tabs";
import layout from "../staff-layout.module.css";
import type { FiguresPage } from "./figures-page.server";
import type { loader } from "./figures-route.server";

const HEADING = "Figures";
export const meta = titled(HEADING);

interface FigureChartsProps extends Pick<FiguresPage, "unit"> {
  charts: NonNullable<FiguresPage["charts"]>;
  exportPath: string;
}

const colours = { accepted: "var(--accent)", others: "var(--control)" };
const PROMISED = "var(--waiting)";

function FigureCharts({ charts, unit, exportPath }: FigureChartsProps) {
  const { axis, bars, marks, counts, replies, times, span } = charts;
  const shared = { axis, isCard: true, link: <a href={`${exportPath}&csv=slots`}>CSV</a> };
  return (
    <div className={layout.cards} data-wide>
      <Paper p="sm" className={styles.card}>
        <Chart
          {...shared}
          title={`Received and accepted by ${unit}`}
          summary={`What was received and accepted by ${unit}, ${span}.`}
          ticks={bars.ticks}
          marks={marks}
          legend={[
            { name: "received", color: colours.others },
            { name: "accepted", color: colours.accepted },
          ]}
          table={counts}
        >
          {bars.parts.map(({ key, ...rect }) => (
            <rect key={`${rect.x} ${key}`} fill={colours[key]} {...rect} />
          ))}
        </Chart>
      </Paper>
      <Paper p="sm" className={styles.card}>
        <Chart
          {...shared}
          title={`Days to reply by ${unit}`}
          summary={`Working days to the first answer by ${unit}, ${span}.`}
          ticks={replies.ticks}
          legend={[
            { name: "median", color: colours.accepted },
            { name: "8 of 10 replies", color: colours.others },
            { name: "promised", color: PROMISED },
          ]}
          table={times}
        >
          <path stroke={PROMISED} strokeWidth={2} d={`M0,${replies.limit}H100`} />
          {replies.ranges.map(({ x, low, middle, high }) => (
            <g key={x} strokeLinecap="round">
              <path stroke={colours.others} strokeWidth={4} d={`M${x},${low}V${high}`} />
              <path stroke={colours.accepted} strokeWidth={10} d={`M${x},${middle}h0`} />
            </g>
          ))}
        </Chart>
      </Paper>
    </div>
  );
}

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
