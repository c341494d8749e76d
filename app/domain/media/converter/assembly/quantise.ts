/** Where the two generators of the dither stand (xorshift, 64 bits each). */
let state: v128 = i64x2.splat(1);
let peaks: v128 = f64x2.splat(0);

// SplitMix64's constants, in halves: read by anyone but the compiler, 64 bits would be too many.
const STEP: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const MIX: u64 = ((<u64>0xbf58476d) << 32) | 0x1ce4e5b9;
const MIX_AGAIN: u64 = ((<u64>0x94d049bb) << 32) | 0x133111eb;

/** A number well mixed (SplitMix64), and never 0. */
function mixed(bits: u64): u64 {
  bits = (bits ^ (bits >> 30)) * MIX;
  bits = (bits ^ (bits >> 27)) * MIX_AGAIN;
  return (bits ^ (bits >> 31)) | 1;
}

/** Sets the generators of the dither to the beginning of a sequence. */
export function seed(low: u32, high: u32): void {
  const from = ((<u64>high) << 32) | low;
  state = i64x2.replace_lane(i64x2.splat(mixed(from + STEP)), 1, mixed(from + 2 * STEP));
}

/** The largest value that {@link quantise} has seen, where 1 is full scale. */
export function peak(): f64 {
  return max(f64x2.extract_lane(peaks, 0), f64x2.extract_lane(peaks, 1));
}

/** Noise for two frames: per channel the difference of two whole numbers of 16 bits. */
function noise(): v128 {
  let bits = state;
  bits = v128.xor(bits, i64x2.shl(bits, 13));
  bits = v128.xor(bits, i64x2.shr_u(bits, 7));
  bits = v128.xor(bits, i64x2.shl(bits, 17));
  state = bits;
  const one = i32x4.extend_low_i16x8_u(bits);
  const two = i32x4.extend_high_i16x8_u(bits);
  const added = v128.shuffle<i32>(one, two, 0, 1, 4, 5);
  return i32x4.sub(added, v128.shuffle<i32>(one, two, 2, 3, 6, 7));
}

/** Steps of 16 bits as whole numbers, in the low halves; beyond full scale they are clampedSteps there. */
function rounded(steps: v128): v128 {
  const clampedSteps = f64x2.pmin(f64x2.splat(32767), f64x2.pmax(f64x2.splat(-32768), steps));
  // So large a number has no room for fractions: they are rounded off, to even in the middle.
  return f64x2.add(clampedSteps, f64x2.splat(6755399441055744));
}

/**
 * Rounds stereo frames to 16 bits, with TPDF dither (the difference of two uniform numbers of one
 * step each, per channel) or without. What is beyond full scale is clampedSteps there. Frames go in pairs,
 * and a single last one uses up the noise of a pair.
 */
export function quantise(frames: usize, count: i32, to: usize, dithered: bool): void {
  const scale = f64x2.splat(32768);
  const fine = f64x2.splat(1.0 / 65536);
  for (let left = count; left > 0; left -= 2, frames += 32, to += 8) {
    const one = v128.load(frames);
    const two = left > 1 ? v128.load(frames, 16) : one;
    peaks = f64x2.pmax(peaks, f64x2.pmax(f64x2.abs(one), f64x2.abs(two)));
    let first = f64x2.mul(one, scale);
    let second = f64x2.mul(two, scale);
    if (dithered) {
      const whole = noise();
      const last = v128.shuffle<i64>(whole, whole, 1, 1);
      first = f64x2.add(first, f64x2.mul(f64x2.convert_low_i32x4_s(whole), fine));
      second = f64x2.add(second, f64x2.mul(f64x2.convert_low_i32x4_s(last), fine));
    }
    const whole = v128.shuffle<i32>(rounded(first), rounded(second), 0, 2, 4, 6);
    const packed = i16x8.narrow_i32x4_s(whole, whole);
    if (left > 1) v128.store64_lane(to, packed, 0);
    else v128.store32_lane(to, packed, 0);
  }
}

/** Fades frames in (or out) along half a cosine, in place. */
export function fade(frames: usize, count: i32, out: bool): void {
  for (let i = 0; i < count; i++) {
    const angle = (Math.PI * (<f64>i + 0.5)) / <f64>count;
    const rising = 0.5 - 0.5 * Math.cos(angle);
    scale(frames + ((<usize>i) << 4), 1, out ? 1 - rising : rising);
  }
}

/** Multiplies frames by a gain, in place. */
export function scale(frames: usize, count: i32, gain: f64): void {
  const by = f64x2.splat(gain);
  const end = frames + ((<usize>count) << 4);
  for (; frames < end; frames += 16) v128.store(frames, f64x2.mul(v128.load(frames), by));
}

/** The largest value among frames, where 1 is full scale. */
export function loudest(frames: usize, count: i32): f64 {
  let most = f64x2.splat(0);
  const end = frames + ((<usize>count) << 4);
  for (; frames < end; frames += 16) most = f64x2.pmax(most, f64x2.abs(v128.load(frames)));
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}
