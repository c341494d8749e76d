/** The periods of the figures, by what their address says. */
export const figurePeriods = [
  ["30-days", "30 days"],
  ["12-months", "12 months"],
  ["all", "All time"],
] as const;
export type FigurePeriod = (typeof figurePeriods)[number][0];

/** The period of an address; an unknown one is the usual one. */
export function readPeriod(query: URLSearchParams): FigurePeriod {
  const [period] = figurePeriods.find(([name]) => name === query.get("period")) ?? [];
  return period ?? "12-months";
}
