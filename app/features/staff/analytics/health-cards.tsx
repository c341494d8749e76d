import { Group, Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { HealthStatus, Trend } from "~/observability/analytics/dashboard";
import type { StatusTone } from "~/reference/statuses";
import { StatusMark } from "~/ui/status-mark";
import { Figure } from "../figure";
import { formatCount } from "../format-count";
import layout from "../staff-layout.module.css";
import type { AnalyticsPage } from "./analytics-page.server";

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

interface HealthCardsProps extends Pick<AnalyticsPage, "system" | "performance"> {
  errors: number;
  window: string;
}

/** The key figures: health, performance and errors. */
export function HealthCards({ system, performance, errors, window }: HealthCardsProps) {
  const { current, average, trend } = performance;
  const { word, tone } = statuses[system.status];
  return (
    <div className={layout.cards}>
      <Card title="System status" figure={word} tone={tone}>
        <StatusMark tone={tone}>Uptime {system.uptime}</StatusMark>
      </Card>
      <Card title="Performance score" figure={current ?? "N/A"}>
        Average {average ?? "N/A"}
        {current !== null && (
          <StatusMark tone={trends[trend].tone}>{trends[trend].word}</StatusMark>
        )}
      </Card>
      <Card title="Errors" figure={formatCount(errors)}>
        {window}
      </Card>
    </div>
  );
}

interface CardProps {
  title: string;
  figure: string | number;
  tone?: StatusTone;
  children: ReactNode;
}

function Card({ title, figure, tone, children }: CardProps) {
  return (
    <Paper p="sm">
      <Text component="h2" className="eyebrow" ff="text">
        {title}
      </Text>
      <Figure tone={tone}>{figure}</Figure>
      <Group gap="xs" fz="sm" c="dimmed">
        {children}
      </Group>
    </Paper>
  );
}
