/** Lanes that break at the same moment were one cut. */
const SAME_CUT_MS = 1_000;
const GAPS_KEPT = 3;
/** A cut costs half a part on average: parts that take more than this share of the time between
 *  cuts would have a link send a sixteenth of everything twice. */
const PARTS_BETWEEN_CUTS = 8;
const CLEAN_MS = 60_000;
const PART_FAILURES = 2;

/** How a link behaves, and what goes over it best. Times in milliseconds. */
export interface LinkHealth {
  /** Bytes get through, again or for the first time. */
  carries(at: number): void;
  /**
   * A request was cut off.
   * @param partMs how long a whole part takes on this link, if that is known.
   * @param failures how often this part has failed by now.
   */
  cut(at: number, partMs: number | undefined, failures: number): void;
  /** Whether parts are to go in pieces. */
  inPieces(at: number, partMs: number | undefined): boolean;
  /** The time between cuts of late; undefined before the first. */
  gapMs(): number | undefined;
}

/**
 * Watches one file's link. Parts go over to pieces after two failures of one part, and when cuts
 * come so often that whole parts would waste the link; back again after a clean stretch, which is
 * longer than the link has lasted of late, so that it does not change to and fro.
 */
export function openLinkHealth(): LinkHealth {
  let carryingSince: number | undefined;
  let lastCut: number | undefined;
  let gaps: number[] = [];
  let pieces = false;

  const gapMs = () =>
    gaps.length > 0 ? gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length : undefined;

  return {
    carries(at) {
      carryingSince ??= at;
    },
    cut(at, partMs, failures) {
      if (failures >= PART_FAILURES) pieces = true;
      const same = lastCut !== undefined && at - lastCut < SAME_CUT_MS;
      if (!same && carryingSince !== undefined) {
        const gap = at - carryingSince;
        gaps = [...gaps, gap].slice(-GAPS_KEPT);
        if (partMs !== undefined && gap < partMs * PARTS_BETWEEN_CUTS) pieces = true;
      }
      lastCut = at;
      carryingSince = undefined;
    },
    inPieces(at, partMs) {
      if (!pieces || carryingSince === undefined) return pieces;
      const parts = (partMs ?? CLEAN_MS) * PARTS_BETWEEN_CUTS;
      const clean = Math.max(Math.min(CLEAN_MS, parts), 2 * (gapMs() ?? 0), 2 * (partMs ?? 0));
      pieces = at - carryingSince < clean;
      return pieces;
    },
    gapMs,
  };
}
