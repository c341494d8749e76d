const UNITS = ["bytes", "KB", "MB"] as const;

/** A size in plain words: "40.0 MB". Units of 1,024 as the limits use them. */
export function formatBytes(bytes: number): string {
  const step = bytes >= 1024 * 1024 ? 2 : bytes >= 1024 ? 1 : 0;
  const amount = bytes / 1024 ** step;
  return `${step === 0 ? amount : amount.toFixed(step === 2 ? 1 : 0)} ${UNITS[step]}`;
}
