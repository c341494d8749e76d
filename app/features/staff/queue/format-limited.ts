/** Formats a count that stops at a limit: "100+". */
export const formatLimited = (count: number, limit: number) =>
  count >= limit ? `${limit}+` : String(count);
