/** The tabs of the dashboard, by their number in the URL (`000…`, section 2). */
export const dashboardTabs = ["Dashboard", "Contract Signing"] as const;
export type DashboardTab = 0 | 1;

/** Parses the tab of a URL; undefined if it is neither 0 nor 1. */
export function readTab(text: string | null): DashboardTab | undefined {
  if (text === "0") return 0;
  return text === "1" ? 1 : undefined;
}
