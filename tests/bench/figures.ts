/** The median; for an even count the mean of the two middle figures. */
export function median(figures: readonly number[]): number {
  const sortedFigures = [...figures].sort((a, b) => a - b);
  const half = Math.floor(sortedFigures.length / 2);
  const upper = sortedFigures[half] ?? Number.NaN;
  return sortedFigures.length % 2 === 1
    ? upper
    : ((sortedFigures[half - 1] ?? Number.NaN) + upper) / 2;
}

/** A plain-text table: the first column is left-aligned, the others are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)));
  return rows.map((row) => line(row).join("  ").trimEnd()).join("\n");
}
