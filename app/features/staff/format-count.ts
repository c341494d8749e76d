/** Formats a number: "1,234,567". */
export const formatCount = (count: number): string => Math.round(count).toLocaleString("en-GB");

/** Formats a count with its noun: "1 check", "1,234 checks". */
export const pluralize = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
