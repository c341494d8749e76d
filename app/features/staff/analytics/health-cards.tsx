import type { HealthStatus, Trend } from "~/observability/analytics/dashboard";
import type { StatusTone } from "~/reference/statuses";
import { StatusMark } from "~/ui/status-mark";
import { FigureCard } from "../figure";
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
      <FigureCard title="System status" figure={word} tone={tone}>
        <StatusMark tone={tone}>Uptime {system.uptime}</StatusMark>
      </FigureCard>
      <FigureCard title="Performance score" figure={current ?? "N/A"}>
        Average {average ?? "N/A"}
        {current !== null && (
          <StatusMark tone={trends[trend].tone}>{trends[trend].word}</StatusMark>
        )}
      </FigureCard>
      <FigureCard title="Errors" figure={formatCount(errors)}>
        {window}
      </FigureCard>
    </div>
  );
}
