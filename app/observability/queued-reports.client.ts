export const REPORTS_KEY = "error-reports";

/** Nearly every visit has none and need not load the reporter. */
export function hasQueuedReports(
  storage: () => Pick<Storage, "getItem"> = () => localStorage,
): boolean {
  try {
    return storage().getItem(REPORTS_KEY) !== null;
  } catch {
    return false;
  }
}
