const UNITS = ["bytes", "KB", "MB"] as const;

/**
 * A size in plain words: "40.0MB", written and counted as the
 * specification's limits are: without a space, in units of 1,024.
 */
export function formatBytes(bytes: number): string {
  const unitIndex = bytes >= 1024 * 1024 ? 2 : bytes >= 1024 ? 1 : 0;
  const amount = bytes / 1024 ** unitIndex;
  return unitIndex === 0 ? `${amount} bytes` : `${amount.toFixed(unitIndex === 2 ? 1 : 0)}${UNITS[unitIndex]}`;
}
