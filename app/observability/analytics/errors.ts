import type { Severity } from "../error-report";
import { type Periods, periodAt } from "./chart-periods";

/** Worst first (specification, portal, section 9). */
export const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW"] as const satisfies Severity[];

/** Count per category, severity and period. */
interface CountedErrors {
  name: string;
  detail: string;
  count: number;
  at: string | null;
}

/** Totals: overall, by category, and by severity in each period. */
export interface ErrorCounts {
  total: number;
  byCategory: Record<string, number>;
  periods: Record<Severity, number>[];
}

export const isSeverity = (text: string): text is Severity =>
  severities.some((severity) => severity === text);

/** Sums counts; those before the window are ignored. */
export function sumErrors(rows: readonly CountedErrors[], window: Periods): ErrorCounts {
  const emptyCounts = () => ({ CRITICAL: 0, HIGH: 0, MEDIUM: 0, LOW: 0 });
  const periods = window.begins.map(emptyCounts);
  const byCategory: Record<string, number> = {};
  let total = 0;
  for (const { name, detail, count, at } of rows) {
    const period = periods[periodAt(window, at ?? "") ?? -1];
    if (!period || !isSeverity(detail)) continue;
    period[detail] += count;
    byCategory[name] = (byCategory[name] ?? 0) + count;
    total += count;
  }
  return { total, byCategory, periods };
}
