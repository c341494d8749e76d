import * as v from "valibot";
import type { Severity } from "../error-report";

/** How far back staff look, in hours, and what each is called (specification, portal, section 2). */
export const timeWindows = [
  { hours: 1, label: "Last Hour" },
  { hours: 24, label: "Last 24 Hours" },
  { hours: 168, label: "Last Week" },
] as const;

export type Hours = (typeof timeWindows)[number]["hours"];

export const DEFAULT_HOURS: Hours = 24;

/** What is said to any other number, and to what is none. */
export const WRONG_HOURS = "Ask for hours=1, 24 or 168: the last hour, day or week.";

/** What is said where the figures cannot be read (specification, portal, section 8). */
export const DASHBOARD_FAILED = "Failed to fetch dashboard data";
/** And where something else is wrong. */
export const UNKNOWN_ERROR = "Unknown error";

const hoursSchema = v.pipe(
  v.array(v.picklist(timeWindows.map(({ hours }) => String(hours)))),
  v.maxLength(1),
);

/** How far back an address asks to look; a day where it says nothing, undefined for what is wrong. */
export function readHours(query: URLSearchParams): Hours | undefined {
  const values = query.getAll("hours");
  if (!v.is(hoursSchema, values)) return undefined;
  if (values.length === 0) return DEFAULT_HOURS;
  return timeWindows.find(({ hours }) => String(hours) === values[0])?.hours;
}

/** The words of the specification for how everything is (portal, section 9), the best first. */
export type HealthStatus = "healthy" | "degraded" | "unhealthy";

/** Where the score is going. */
export type Trend = "improving" | "stable" | "declining";

/** The core web vitals, 75th percentiles: milliseconds, but CLS, which has no unit. */
export interface CoreWebVitals {
  lcp: number | null;
  fcp: number | null;
  cls: number | null;
}

/** An error, as the dashboard names it. */
interface RecentError {
  /** ISO, UTC, by our clock: a browser's may be a year off. */
  timestamp: string;
  severity: Severity;
  category: string;
  message: string;
  url: string | null;
}

/**
 * What `GET /api/analytics/dashboard` answers, to the letter of the specification (portal, section 3).
 * What more the page shows is not in it.
 */
export interface DashboardReply {
  /** When it was read: ISO, UTC. */
  timestamp: string;
  /** Hours. */
  timeWindow: Hours;
  /** `uptime`: seconds since the health checks last found a store of our own not answering. */
  systemHealth: { status: HealthStatus; uptime: number; issues: string[] };
  /** Scores from 0 to 100; null where no browser has measured anything. */
  performanceStats: {
    currentScore: number | null;
    averageScore: number | null;
    trend: Trend;
    coreWebVitals: CoreWebVitals;
  };
  errorStats: {
    totalErrors: number;
    errorsByCategory: Record<string, number>;
    /** The latest first. */
    recentErrors: RecentError[];
  };
}
