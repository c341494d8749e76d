import * as v from "valibot";
import type { Severity } from "../errors/error-report";

/** Time windows in hours (specification, portal, section 2). */
export const timeWindows = [
  { hours: 1, label: "Last Hour" },
  { hours: 24, label: "Last 24 Hours" },
  { hours: 168, label: "Last Week" },
] as const;

export type Hours = (typeof timeWindows)[number]["hours"];

export const DEFAULT_HOURS: Hours = 24;

export const WRONG_HOURS = "Ask for hours=1, 24 or 168: the last hour, day or week.";

/** Specification, portal, section 8. */
export const DASHBOARD_FAILED = "Failed to fetch dashboard data";
export const UNKNOWN_ERROR = "Unknown error";

const hoursSchema = v.pipe(
  v.array(v.picklist(timeWindows.map(({ hours }) => String(hours)))),
  v.maxLength(1),
);

/** The time window of a query; a day by default, undefined if invalid. */
export function readHours(query: URLSearchParams): Hours | undefined {
  const values = query.getAll("hours");
  if (!v.is(hoursSchema, values)) return undefined;
  if (values.length === 0) return DEFAULT_HOURS;
  return timeWindows.find(({ hours }) => String(hours) === values[0])?.hours;
}

/** Worst first (specification, portal, section 9). */
export const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const satisfies Severity[];

export const isSeverity = (text: string): text is Severity =>
  severities.some((severity) => severity === text);

/** Best first (specification, portal, section 9). */
export type HealthStatus = "healthy" | "degraded" | "unhealthy";

export type Trend = "improving" | "stable" | "declining";

/** 75th percentiles in milliseconds; CLS has no unit. */
export interface CoreWebVitals {
  lcp: number | null;
  fcp: number | null;
  cls: number | null;
}

interface RecentError {
  /** ISO, UTC, by the server's clock, since a browser's may be wrong. */
  timestamp: string;
  severity: Severity;
  category: string;
  message: string;
  url: string | null;
}

/** The reply of `GET /api/analytics/dashboard`, exactly as specified (portal, section 3). */
export interface DashboardReply {
  /** ISO, UTC. */
  timestamp: string;
  /** Hours. */
  timeWindow: Hours;
  /** `uptime`: seconds since a health check last found one of our stores failing. */
  systemHealth: { status: HealthStatus; uptime: number; issues: string[] };
  /** Scores from 0 to 100; null without measurements. */
  performanceStats: {
    currentScore: number | null;
    averageScore: number | null;
    trend: Trend;
    coreWebVitals: CoreWebVitals;
  };
  errorStats: {
    totalErrors: number;
    errorsByCategory: Record<string, number>;
    /** Latest first. */
    recentErrors: RecentError[];
  };
}
