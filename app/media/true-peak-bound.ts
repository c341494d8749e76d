/**
 * The interpolating filter of ITU-R BS.1770-4, annex 2: 48 taps in four phases of 12. The first and
 * second phase; the others are these two turned round.
 */
export const PHASES = {
  outer: [
    0.001708984375, 0.010986328125, -0.0196533203125, 0.033203125, -0.0594482421875,
    0.1373291015625, 0.97216796875, -0.102294921875, 0.047607421875, -0.026611328125,
    0.014892578125, -0.00830078125,
  ],
  inner: [
    -0.0291748046875, 0.029296875, -0.0517578125, 0.089111328125, -0.16650390625, 0.465087890625,
    0.77978515625, -0.2003173828125, 0.1015625, -0.0582275390625, 0.0330810546875, -0.0189208984375,
  ],
} as const;

/** Taps of one phase. */
export const TAPS = 12;

/** The four taps at either end, and those of each pair in which bounds take them together. */
const ENDS = [0, 1, 2, 3, 8, 9, 10, 11];
const END_PAIRS = [0, 2, 8, 10];
const MIDDLE_PAIRS = [4, 6];

/** How high outputs can get over samples none of which is above `peak`. */
export interface Bound {
  /** What the taps at the ends can add to those in the middle, at most. */
  ends(peak: number, step: number): number;
  /** What all taps can come to, at most. */
  all(peak: number, step: number): number;
}

/**
 * Bounds for a phase, and so for the same one turned round. The samples its taps meet differ by at
 * most `step` from one to the next.
 *
 * By size alone a tap adds its magnitude times `peak`. But neighbouring taps mostly have opposite
 * signs, so that smooth sound cancels in them: a*x + b*y = a*(x - y) + (a + b)*y, which is at most
 * |a| times `step` and |a + b| times `peak`. Both hold, so the lower one does.
 */
export function boundOf(taps: readonly number[]): Bound {
  const tap = (place: number) => taps[place] ?? 0;
  const sizes = (places: number[]) => places.reduce((sum, one) => sum + Math.abs(tap(one)), 0);
  const pairs = (places: number[]) =>
    places.reduce((sum, one) => sum + Math.abs(tap(one) + tap(one + 1)), 0);

  const ends = { size: sizes(ENDS), steps: sizes(END_PAIRS), rest: pairs(END_PAIRS) };
  // In the middle it is the smaller taps, 4 and 7, whose samples are taken as steps.
  const all = {
    size: ends.size + sizes([4, 5, 6, 7]),
    steps: ends.steps + sizes([4, 7]),
    rest: ends.rest + pairs(MIDDLE_PAIRS),
  };
  const lower = ({ size, steps, rest }: typeof ends) => {
    return (peak: number, step: number) => Math.min(size * peak, steps * step + rest * peak);
  };
  return { ends: lower(ends), all: lower(all) };
}
