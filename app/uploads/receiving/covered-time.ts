/** A stretch of time, in milliseconds since the epoch. */
export interface Stretch {
  from: number;
  to: number;
}

/** Milliseconds that lie in at least one of the stretches; one that ends before it starts is empty. */
export function coveredMs(stretches: readonly Stretch[]): number {
  let covered = 0;
  let reached = Number.NEGATIVE_INFINITY;
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    covered += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return covered;
}
