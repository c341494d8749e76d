import { Paper, Stack, Text } from "@mantine/core";
import type { Hours } from "~/observability/analytics/dashboard";
import { Chart } from "../chart";
import { Dimmed } from "../dimmed";
import { Figure } from "../figure";
import { formatCount } from "../format-count";
import layout from "../staff-layout.module.css";
import type { AnalyticsPage } from "./analytics-page.server";
import { VitalsSplitTable } from "./vitals-split";

type VitalsProps = Pick<AnalyticsPage, "performance" | "split" | "axis"> & { hours: Hours };

/** How fast pages are for visitors, over time and split. */
export function Vitals({ performance, split, hours, axis }: VitalsProps) {
  const { vitals, line, rows, views } = performance;
  return (
    <Stack component="section" aria-labelledby="vitals">
      <h2 id="vitals">Core web vitals</h2>
      <dl className={layout.cards}>
        {vitals.map(({ label, words, text, tone, good }) => (
          <Paper key={label} p="sm">
            <dt className="eyebrow">
              <abbr title={words}>{label}</abbr>
            </dt>
            <Figure component="dd" tone={tone}>
              {text}
            </Figure>
            <Text component="dd" size="sm" c="dimmed">
              {words}, good up to {good.replace(" ", "\u00a0")}
            </Text>
          </Paper>
        ))}
      </dl>
      <Dimmed>
        Measured on {formatCount(views)} page views. Three of four were this good or better.
      </Dimmed>
      {line.points.length > 0 && (
        <Chart
          title="Performance score"
          summary={`The score over time, from 0 to 100. It stands at ${performance.current}, on average at ${performance.average}.`}
          ticks={line.ticks}
          axis={axis}
          table={{ columns: ["Score", ...vitals.map(({ label }) => label)], rows }}
        >
          <g fill="none" stroke="var(--accent)" strokeLinejoin="round" strokeLinecap="round">
            <path strokeWidth={2} d={line.path} />
            {line.points.map(({ x, y }) => (
              <path key={x} strokeWidth={7} d={`M${x},${y}h0`} />
            ))}
          </g>
        </Chart>
      )}
      <VitalsSplitTable split={split} hours={hours} />
    </Stack>
  );
}
