import { Paper } from "@mantine/core";
import { Chart } from "../chart";
import styles from "../chart.module.css";
import layout from "../staff-layout.module.css";
import type { FiguresPage } from "./figures-page.server";

interface FigureChartsProps {
  charts: NonNullable<FiguresPage["charts"]>;
  /** Day, month or year. */
  unit: string;
  exportPath: string;
}

const colours = { accepted: "var(--accent)", others: "var(--control)" };
const PROMISED = "var(--waiting)";

/** What was received and accepted, and how soon it was answered, over time. */
export function FigureCharts({ charts, unit, exportPath }: FigureChartsProps) {
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
