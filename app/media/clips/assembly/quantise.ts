/** Where the generator stands (SplitMix64: a counter, well mixed). */
let state: u64 = 0;
let peaks: v128 = f64x2.splat(0);

/** Sets the generator of the dither to the beginning of a sequence. */
export function seed(low: u32, high: u32): void {
  state = ((<u64>high) << 32) | low;
}

/** The largest value that {@link quantise} has seen, where 1 is full scale. */
export function peak(): f64 {
  return max(f64x2.extract_lane(peaks, 0), f64x2.extract_lane(peaks, 1));
}

// SplitMix64's constants, in halves: read by anyone but the compiler, 64 bits would be too many.
const STEP: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15;
const MIX: u64 = ((<u64>0xbf58476d) << 32) | 0x1ce4e5b9;
const MIX_AGAIN: u64 = ((<u64>0x94d049bb) << 32) | 0x133111eb;

/** 64 random bits. */
function draw(): u64 {
  state += STEP;
  let bits = state;
  bits = (bits ^ (bits >> 30)) * MIX;
  bits = (bits ^ (bits >> 27)) * MIX_AGAIN;
  return bits ^ (bits >> 31);
}

/**
 * Rounds stereo frames to 16 bits, with TPDF dither (the difference of two uniform numbers of one
 * step each, per channel) or without. What is beyond full scale is held there.
 */
export function quantise(frames: usize, count: i32, to: usize, dithered: bool): void {
  const scale = f64x2.splat(32768);
  const fine = f64x2.splat(1.0 / 65536);
  const end = frames + ((<usize>count) << 4);
  for (; frames < end; frames += 16, to += 4) {
    const value = v128.load(frames);
    peaks = f64x2.max(peaks, f64x2.abs(value));
    let steps = f64x2.mul(value, scale);
    if (dithered) {
      // Four numbers of 16 bits: the first two of each channel, then what is taken from them.
      const halves = i32x4.extend_low_i16x8_u(i64x2.splat(draw()));
      const others = v128.shuffle<i32>(halves, halves, 2, 3, 2, 3);
      const noise = f64x2.convert_low_i32x4_s(i32x4.sub(halves, others));
      steps = f64x2.add(steps, f64x2.mul(noise, fine));
    }
    const whole = i32x4.trunc_sat_f64x2_s_zero(f64x2.nearest(steps));
    v128.store32_lane(to, i16x8.narrow_i32x4_s(whole, whole), 0);
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
  for (; frames < end; frames += 16) most = f64x2.max(most, f64x2.abs(v128.load(frames)));
  return max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
}
