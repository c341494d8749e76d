/** A number as it is read: "1,234,567". */
export const formatCount = (count: number): string => Math.round(count).toLocaleString("en-GB");

/** So many of something: "1 check", "1,234 checks". */
export const pluralize = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? "" : "s"}`;
