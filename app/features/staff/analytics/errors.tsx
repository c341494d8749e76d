import { Box, Group, Stack } from "@mantine/core";
import { severities } from "~/observability/analytics/dashboard";
import type { StatusTone } from "~/reference/statuses";
import { LocalTime } from "~/ui/local-time";
import { StatusMark } from "~/ui/status-mark";
import { BarList, Chart } from "../chart";
import { DataTable } from "../data-table";
import { formatCount } from "../format-count";
import type { AnalyticsPage } from "./analytics-page.server";

const severityColours: Record<string, string> = {
  CRITICAL: "var(--bad)",
  HIGH: "var(--accent)",
  MEDIUM: "var(--waiting)",
  LOW: "var(--control)",
};

const tones: Record<string, StatusTone> = { CRITICAL: "bad", HIGH: "bad", MEDIUM: "waiting" };

/** The severity of an error in word, colour and shape. */
export function SeverityMark({ severity }: { severity: string }) {
  return <StatusMark tone={tones[severity] ?? "neutral"}>{severity}</StatusMark>;
}

/** An address that breaks before its path if needed. */
function Address({ url }: { url: string }) {
  const [, site = "", path = url] = /^(https?:\/\/[^/]+)(\/.*)$/.exec(url) ?? [];
  return (
    <>
      {site}
      {site && <wbr />}
      {path}
    </>
  );
}

function ErrorCharts({ errors, axis }: Pick<AnalyticsPage, "errors" | "axis">) {
  const { total, byCategory, bars, rows } = errors;
  return (
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
        <BarList caption="Errors by category" columns={["Category", "Errors"]} rows={byCategory} />
      </Stack>
    </Group>
  );
}

/** The latest errors, each with a link to what was affected. */
export function RecentErrors({ errors }: { errors: AnalyticsPage["errors"]["recent"] }) {
  return (
    <DataTable
      label="Recent errors"
      rows={errors}
      empty="No recent errors"
      columns={[
        ["Time", ({ at }) => <LocalTime at={at} />],
        ["Severity", ({ severity }) => <SeverityMark severity={severity} />],
        ["Category", ({ category }) => category],
        ["Message", ({ id, message }) => <a href={`/staff/errors/${id}`}>{message}</a>],
        ["URL", ({ url }) => (url === null ? "N/A" : <Address url={url} />)],
        [
          "Affected",
          ({ id, hit, named }) => {
            if (hit) return <a href={`/staff/submissions/${hit}`}>Submission</a>;
            return named ? <a href={`/staff/errors/${id}#hit`}>Draft</a> : "N/A";
          },
        ],
      ]}
    />
  );
}

/** Errors over time, by category and as a list. */
export function ErrorsPanel({ errors, axis }: Pick<AnalyticsPage, "errors" | "axis">) {
  return (
    <Stack component="section" aria-labelledby="errors">
      <h2 id="errors">Errors</h2>
      {errors.total > 0 ? (
        <ErrorCharts errors={errors} axis={axis} />
      ) : (
        <Stack gap="xs">
          <h3>Errors by category</h3>
          <p>None in this period.</p>
        </Stack>
      )}
      <h3>Recent errors</h3>
      <RecentErrors errors={errors.recent} />
    </Stack>
  );
}
