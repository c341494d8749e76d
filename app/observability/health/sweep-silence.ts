/**
 * Since when the sweep has been silent, where it is for too long. The site judges this by itself,
 * since a jobs worker that no longer runs reports nothing.
 * @param lastSweepAt undefined where none is recorded; the migration records one, so that a fresh
 * installation has time for its first.
 * @param maxMinutes the setting SWEEP_SILENCE_MINUTES; 0: never.
 */
export function sweepSilentSince(lastSweepAt: string | undefined, maxMinutes: number, now: Date) {
  if (lastSweepAt === undefined || maxMinutes === 0) return undefined;
  const silentMs = now.getTime() - Date.parse(lastSweepAt);
  return silentMs >= maxMinutes * 60_000 ? lastSweepAt : undefined;
}
