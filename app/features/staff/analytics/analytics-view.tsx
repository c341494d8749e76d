import { Group, Paper, Stack, Text } from "@mantine/core";
import type { Hours } from "~/observability/analytics/dashboard";
import { LocalTime } from "~/ui/local-time";
import { StatusMark } from "~/ui/status-mark";
import { Disclosure } from "../disclosure";
import { formatCount, pluralize } from "../format-count";
import rowList from "../row-list.module.css";
import type { AnalyticsPage } from "./analytics-page.server";
import { ErrorsPanel } from "./errors";
import { HealthCards } from "./health-cards";
import { Funnel, QueueStats, UploadStats } from "./queue-stats";
import { Vitals } from "./vitals";

type AnalyticsViewProps = {
  hours: Hours;
  /** The label of the time window. */
  window: string;
  page: AnalyticsPage;
};

function Issues({ issues, checks }: Pick<AnalyticsPage["system"], "issues" | "checks">) {
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
      <Checks checks={checks} />
    </Stack>
  );
}

function Checks({ checks }: { checks: AnalyticsPage["system"]["checks"] }) {
  if (checks.length === 0) return null;
  return (
    <Disclosure summary="Latest checks">
      <ul className={rowList.list}>
        {checks.map(({ title, ok, ms, failures, at }) => (
          <Group component="li" key={title} gap="xs">
            <StatusMark tone={ok ? "good" : "bad"}>{title}</StatusMark>
            <Text span size="sm" c="dimmed">
              {ok ? "answered" : "didn't answer"} after {formatCount(ms)} ms, <LocalTime at={at} />
              {failures > 0 && `; ${pluralize(failures, "check")} failed in this period`}
            </Text>
          </Group>
        ))}
      </ul>
    </Disclosure>
  );
}

/** The dashboard: health, performance, errors and queues. */
export function AnalyticsView({ page, hours, window }: AnalyticsViewProps) {
  const { isEmpty, axis, system, performance, split, errors, uploads, funnel, work } = page;
  return (
    <>
      {isEmpty ? (
        <Paper p="lg" ta="center" c="dimmed">
          No dashboard data available
        </Paper>
      ) : (
        <HealthCards
          system={system}
          performance={performance}
          errors={errors.total}
          window={window}
        />
      )}
      <Issues issues={system.issues} checks={system.checks} />
      <Vitals performance={performance} split={split} hours={hours} axis={axis} />
      <ErrorsPanel errors={errors} axis={axis} />
      <UploadStats uploads={uploads} />
      <Funnel funnel={funnel} />
      <QueueStats work={work} />
    </>
  );
}
