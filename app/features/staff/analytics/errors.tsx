import { Box, Group, Stack } from "@mantine/core";
import { severities } from "~/observability/analytics/dashboard";
import { BarList, Chart } from "../chart";
import { formatCount } from "../format-count";
import type { AnalyticsPage } from "./analytics-page.server";
import { ErrorsTable } from "./errors-table";

/** The colour of a severity in the chart. */
const severityColours: Record<string, string> = {
  CRITICAL: "var(--bad)",
  HIGH: "var(--accent)",
  MEDIUM: "var(--waiting)",
  LOW: "var(--control)",
};

/** Errors over time, by category and as a list. */
export function ErrorsPanel({
  errors,
  axis,
}: {
  errors: AnalyticsPage["errors"];
  axis: AnalyticsPage["axis"];
}) {
  const { total, byCategory, bars, rows, recent } = errors;
  return (
    <Stack component="section" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      {total > 0 && (
        <Group align="start" gap="lg">
          <Box flex="2 1 400px" miw={0}>
            <Chart
              title="Errors over time"
              summary={`${formatCount(total)} errors over time, by severity.`}
              ticks={bars.ticks}
              axis={axis}
              legend={severities.map((name) => ({ name, color: severityColours[name] }))}
              table={{ columns: severities, rows }}
            >
              {bars.parts.map(({ key, ...rect }) => (
                <rect
                  key={`${rect.x} ${key}`}
                  fill={severityColours[key]}
                  stroke="var(--paper)"
                  {...rect}
                />
              ))}
            </Chart>
          </Box>
          <Stack flex="1 1 220px" miw={0} gap="xs">
            <h3>Errors by category</h3>
            <BarList
              caption="Errors by category"
              columns={["Category", "Errors"]}
              rows={byCategory}
            />
          </Stack>
        </Group>
      )}
      {total === 0 && (
        <Stack gap="xs">
          <h3>Errors by category</h3>
          <p>None in this period.</p>
        </Stack>
      )}
      <h3>Recent errors</h3>
      <ErrorsTable errors={recent} />
    </Stack>
  );
}
