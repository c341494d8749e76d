import { Group, Paper, Stack } from "@mantine/core";
import type { HealthStatus, Trend } from "~/observability/analytics/dashboard";
import type { StatusTone } from "~/reference/statuses";
import { LocalTime } from "~/ui/local-time";
import { StatusMark } from "~/ui/status-mark";
import { Dimmed } from "../dimmed";
import { Disclosure } from "../disclosure";
import { FigureCard } from "../figure";
import { formatCount, pluralize } from "../format-count";
import { RowList } from "../row-list";
import layout from "../staff-layout.module.css";
import type { AnalyticsPage } from "./analytics-page.server";
import { ErrorsPanel } from "./errors";
import { Funnel, QueueStats, UploadStats } from "./queue-stats";
import { Vitals } from "./vitals";

interface AnalyticsViewProps {
  /** The label of the time window. */
  window: string;
  page: AnalyticsPage;
}

const statuses: Record<HealthStatus, { word: string; tone: StatusTone }> = {
  healthy: { word: "Healthy", tone: "good" },
  degraded: { word: "Degraded", tone: "waiting" },
  unhealthy: { word: "Unhealthy", tone: "bad" },
};

const trends: Record<Trend, { word: string; tone: StatusTone }> = {
  improving: { word: "Improving", tone: "good" },
  stable: { word: "Stable", tone: "neutral" },
  declining: { word: "Declining", tone: "bad" },
};

function HealthCards({ window, page: { system, performance, errors } }: AnalyticsViewProps) {
  const { current, average, trend } = performance;
  const { word, tone } = statuses[system.status];
  return (
    <div className={layout.cards}>
      <FigureCard title="System status" figure={word} tone={tone}>
        <StatusMark tone={tone}>Uptime {system.uptime}</StatusMark>
      </FigureCard>
      <FigureCard title="Performance score" figure={current ?? "N/A"}>
        Average {average ?? "N/A"}
        {current !== null && (
          <StatusMark tone={trends[trend].tone}>{trends[trend].word}</StatusMark>
        )}
      </FigureCard>
      <FigureCard title="Errors" figure={formatCount(errors.total)}>
        {window}
      </FigureCard>
    </div>
  );
}

function Issues({ issues, checks }: AnalyticsPage["system"]) {
  return (
    <Stack component="section" aria-labelledby="issues">
      <h2 id="issues">Active issues</h2>
      {issues.length === 0 ? (
        <p>No active issues</p>
      ) : (
        <Stack component="ul" gap="xs">
          {issues.map((issue) => (
            <Paper component="li" key={issue} p="xs" bg="var(--waiting-wash)">
              {issue}
            </Paper>
          ))}
        </Stack>
      )}
      {checks.length > 0 && (
        <Disclosure summary="Latest checks">
          <RowList rows={checks}>
            {({ id: title, ok, ms, failures, at }) => (
              <Group gap="xs">
                <StatusMark tone={ok ? "good" : "bad"}>{title}</StatusMark>
                <Dimmed span>
                  {ok ? "answered" : "didn't answer"} after {formatCount(ms)} ms,{" "}
                  <LocalTime at={at} />
                  {failures > 0 && `; ${pluralize(failures, "check")} failed in this period`}
                </Dimmed>
              </Group>
            )}
          </RowList>
        </Disclosure>
      )}
    </Stack>
  );
}

/** The dashboard: health, performance, errors and queues. */
export function AnalyticsView({ page, window }: AnalyticsViewProps) {
  return (
    <>
      {page.isEmpty ? (
        <Paper p="lg" ta="center" c="dimmed">
          No dashboard data available
        </Paper>
      ) : (
        <HealthCards page={page} window={window} />
      )}
      <Issues {...page.system} />
      <Vitals {...page} />
      <ErrorsPanel {...page} />
      <UploadStats {...page} />
      <Funnel {...page} />
      <QueueStats {...page} />
    </>
  );
}
