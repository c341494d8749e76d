import "@mantine/core/styles/ColorSwatch.css";
import { ColorSwatch, Group, Paper } from "@mantine/core";
import { Chart } from "../chart";
import styles from "./figures.module.css";
import type { FiguresPage } from "./figures-page.server";

interface FigureChartsProps {
  charts: NonNullable<FiguresPage["charts"]>;
  /** Day, month or year. */
  unit: string | undefined;
  exportPath: string;
}

const colours = { accepted: "var(--accent)", others: "var(--control)" };

function Legend({ entries }: { entries: readonly (readonly [string, string])[] }) {
  return (
    <Group gap="md" w="100%" fz="sm" c="dimmed" aria-hidden="true">
      {entries.map(([name, color]) => (
        <Group key={name} gap={6}>
          <ColorSwatch color={color} size={10} radius={2} withShadow={false} />
          {name}
        </Group>
      ))}
    </Group>
  );
}

/** What was received and accepted, and how soon it was answered, over time. */
export function FigureCharts({ charts, unit = "month", exportPath }: FigureChartsProps) {
  const { axis, bars, marks, counts, replies, times, span } = charts;
  const shared = {
    ...{ axis, hasEachLabel: true, isCard: true },
    link: <a href={`${exportPath}&csv=slots`}>CSV</a>,
  };
  return (
    <div className={styles.charts}>
      <Paper p="sm" className={styles.card}>
        <Chart
          {...shared}
          title={`Received and accepted by ${unit}`}
          summary={`What was received and accepted by ${unit}, ${span}.`}
          ticks={bars.ticks}
          marks={marks}
          legend={
            <Legend
              entries={[
                ["received", colours.others],
                ["accepted", colours.accepted],
              ]}
            />
          }
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
          legend={
            <Legend
              entries={[
                ["median", colours.accepted],
                ["8 of 10 replies", colours.others],
                ["promised", "var(--waiting)"],
              ]}
            />
          }
          table={times}
        >
          <path stroke="var(--waiting)" strokeWidth={2} d={`M0,${replies.limit}H100`} />
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
