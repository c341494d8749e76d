/**
 * Reads stereo frames between the given ones: `count` of them, from frame `whole` plus
 * `part / parts` on, each `step` and `stepPart / parts` after the one before. `table` holds the
 * kernel's `taps` for `phases` + 1 places between two frames; in between it is taken as a straight
 * line. The first tap belongs to the frame `taps / 2 - 1` before the place.
 */
export function interpolate(
  frames: usize,
  table: usize,
  taps: i32,
  phases: i32,
  whole: i32,
  part: i32,
  parts: i32,
  step: i32,
  stepPart: i32,
  count: i32,
  to: usize,
): void {
  const row = (<usize>taps) << 3;
  const before = (taps >> 1) - 1;
  for (let i = 0; i < count; i++, to += 16) {
    const place = (<f64>part * <f64>phases) / <f64>parts;
    const phase = <i32>place;
    const weight = f64x2.splat(place - <f64>phase);
    let near = table + <usize>phase * row;
    let from = frames + ((<usize>(whole - before)) << 4);
    let sum = f64x2.splat(0);
    for (let k = 0; k < taps; k++, near += 8, from += 16) {
      const a = v128.load64_splat(near);
      const b = v128.load64_splat(near + row);
      const tap = f64x2.add(a, f64x2.mul(f64x2.sub(b, a), weight));
      sum = f64x2.add(sum, f64x2.mul(v128.load(from), tap));
    }
    v128.store(to, sum);
    whole += step;
    part += stepPart;
    if (part >= parts) {
      part -= parts;
      whole += 1;
    }
  }
}
