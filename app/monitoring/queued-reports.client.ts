/** Under which name reports wait in this browser for the next visit. */
export const REPORTS_KEY = "error-reports";

/** Whether any do: nearly every visit has none, and need not load what would send them. */
export function hasQueuedReports(
  storage: () => Pick<Storage, "getItem"> = () => localStorage,
): boolean {
  try {
    return storage().getItem(REPORTS_KEY) !== null;
  } catch {
    return false;
  }
}
