/** The tabs of the dashboard, by their number in the address (`000…`, section 2). */
export const dashboardTabs = ["Dashboard", "Contract Signing"] as const;
export type DashboardTab = 0 | 1;

/** The tab that an address names; undefined for anything but the integers 0 and 1. */
export function readTab(text: string | null): DashboardTab | undefined {
  if (text === "0") return 0;
  return text === "1" ? 1 : undefined;
}
