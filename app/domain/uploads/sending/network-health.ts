/** Below this the speed is shown more steadily than it is. */
const SMOOTH_MS = 5_000;
/** The time left is told by the speed of about so long. */
const STEADY_MS = 15_000;
/** A stop counts for no more than this: how long it lasts says nothing about the speed after it. */
const LONGEST_TICK_MS = 2_000;
/** Ticks closer than this are taken together: they tell of buffers, not of the link. */
const TICK_MS = 250;
/** So many acknowledgements make the measure that decisions go by. */
const KEPT = 8;

/** How fast bytes get through. Times in milliseconds, rates in bytes per second. */
interface Rate {
  /** Bytes are on their way again from now on, after a stop or for the first time. */
  begin(at: number): void;
  /** `total` bytes have left by now; fewer than before means that some have to go again. */
  moved(at: number, total: number): void;
  /** The server has said that it has `bytes` more. */
  acknowledged(at: number, bytes: number): void;
  /** For people: smooth, with what has only left the browser. */
  shown(): number | undefined;
  /** For the time left: steadier still, so that a link in fits and starts makes no leaps of it. */
  steady(): number | undefined;
  /** For decisions: acknowledged bytes alone, since a system takes more than a link carries. */
  carried(): number | undefined;
}

/** Measures one file's way. */
export function createRateMeter(): Rate {
  let last: { at: number; total: number } | undefined;
  let smooth: number | undefined;
  let steady: { bytes: number; ms: number } | undefined;
  let began: number | undefined;
  let acks: { from: number; at: number; bytes: number }[] = [];
  let moving: { from: number; at: number; bytes: number } | undefined;

  return {
    begin(at) {
      began = at;
      last = undefined;
    },
    moved(at, total) {
      if (!last || total < last.total) {
        last = { at, total };
        return;
      }
      const ms = at - last.at;
      if (ms < TICK_MS) return;
      const bytes = total - last.total;
      const now = (bytes / ms) * 1_000;
      smooth = smooth === undefined ? now : now + (smooth - now) * Math.exp(-ms / SMOOTH_MS);
      const tickMs = Math.min(ms, LONGEST_TICK_MS);
      const fade = Math.exp(-tickMs / STEADY_MS);
      steady = {
        bytes: (steady?.bytes ?? 0) * fade + bytes,
        ms: (steady?.ms ?? 0) * fade + tickMs,
      };
      moving = { from: moving?.from ?? last.at, at, bytes: (moving?.bytes ?? 0) + bytes };
      last = { at, total };
    },
    acknowledged(at, bytes) {
      const from = began ?? at;
      began = at;
      acks = [...acks, { from, at, bytes }].slice(-KEPT);
    },
    shown: () => smooth,
    steady: () => (steady && steady.bytes > 0 ? (steady.bytes / steady.ms) * 1_000 : undefined),
    carried() {
      const samples = acks.length > 0 ? acks : moving ? [moving] : [];
      const ms = samples.reduce((sum, { from, at }) => sum + at - from, 0);
      const bytes = samples.reduce((sum, one) => sum + one.bytes, 0);
      return ms > 0 ? (bytes / ms) * 1_000 : undefined;
    },
  };
}

/** Lanes that break at the same moment were one cut. */
const SAME_CUT_MS = 1_000;
const GAPS_KEPT = 3;
/** A cut costs half a whole part on average: parts that take more than this share of the time
 *  between cuts would have a link send more than a sixty-fourth of everything twice. */
const PARTS_BETWEEN_CUTS = 32;
/** A clean stretch lasts so many parts, a minute at most. */
const CLEAN_PARTS = 8;
const CLEAN_MS = 60_000;
const PART_FAILURES = 2;

/** How a link behaves, and what goes over it best. Times in milliseconds. */
interface LinkHealth {
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
  /**
   * How long the link lasts between cuts: the mean of late, or what it has lasted by now where that
   * is more; undefined before the first cut.
   */
  lifeMs(at: number): number | undefined;
}

/**
 * Watches one file's link. Parts go over to pieces after two failures of one part, and when cuts
 * come so often that whole parts would waste the link; back again after a clean stretch, which is
 * longer than the link has lasted of late, so that it does not change to and fro.
 */
export function createNetworkHealth(): LinkHealth {
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
      const parts = (partMs ?? CLEAN_MS) * CLEAN_PARTS;
      const clean = Math.max(Math.min(CLEAN_MS, parts), 2 * (gapMs() ?? 0), 2 * (partMs ?? 0));
      pieces = at - carryingSince < clean;
      return pieces;
    },
    lifeMs(at) {
      const mean = gapMs();
      if (mean === undefined || carryingSince === undefined) return mean;
      return Math.max(mean, at - carryingSince);
    },
  };
}

/** The page is told when nothing has moved for so long, beside what our own bytes take; */
const QUIET_MS = 3_000;
const LONGEST_QUIET_MS = 12_000;

/** Watches whether bytes move at all. */
export class StallDetector {
  private lastMoved: number;
  private bytes = 0;

  /** @param now milliseconds, as in {@link isStill}. */
  constructor(now: number) {
    this.lastMoved = now;
  }

  /**
   * Whether nothing has moved for too long.
   * @param bytes that have left or are held by now.
   * @param drainMs how long what has left may be under way without a sign.
   */
  isStill(at: number, bytes: number, drainMs: number): boolean {
    // What a cut takes back is no movement.
    if (bytes > this.bytes) this.lastMoved = at;
    this.bytes = bytes;
    return at - this.lastMoved > Math.min(LONGEST_QUIET_MS, QUIET_MS + drainMs);
  }
}
