const UNITS = ["bytes", "KB", "MB"] as const;

/** A size as text: "40.0MB". Without a space and in units of 1,024, as in the specification. */
export function formatBytes(bytes: number): string {
  const unitIndex = bytes >= 1024 * 1024 ? 2 : bytes >= 1024 ? 1 : 0;
  const amount = bytes / 1024 ** unitIndex;
  return unitIndex === 0
    ? `${amount} bytes`
    : `${amount.toFixed(unitIndex === 2 ? 1 : 0)}${UNITS[unitIndex]}`;
}

/** For limits of whole megabytes. */
export const megabytes = (bytes: number) => bytes / 1024 ** 2;
