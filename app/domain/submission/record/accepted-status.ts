const ACCEPTED: ReadonlySet<string> = new Set([
  "in progress",
  "processing",
  "approved",
  "live",
  "active",
]);

/** Whether a status says that we release it. Staff may skip 'approved', so later statuses count, too. */
export const isAccepted = (status: string): boolean => ACCEPTED.has(status.trim().toLowerCase());
