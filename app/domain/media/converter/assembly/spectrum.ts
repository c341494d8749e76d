import { pass5, pass7 } from "./odd-passes";
import { pass2, pass3, pass4 } from "./passes";

/**
 * Runs the passes of a transform from `a`, using `b` beside it. `plan` is a list of (radix, groups,
 * stride, twiddles) as 32-bit numbers, ended by a radix of 0.
 * @returns which of the two holds the result.
 */
export function transform(plan: usize, a: usize, b: usize): usize {
  for (let at = plan, radix = load<i32>(at); radix !== 0; radix = load<i32>(at)) {
    const groups = load<i32>(at, 4);
    const stride = load<i32>(at, 8);
    const twiddles = <usize>load<u32>(at, 12);
    if (radix === 4) pass4(a, b, groups, stride, twiddles);
    else if (radix === 2) pass2(a, b, groups, stride, twiddles);
    else if (radix === 3) pass3(a, b, groups, stride, twiddles);
    else if (radix === 5) pass5(a, b, groups, stride, twiddles);
    else pass7(a, b, groups, stride, twiddles);
    const done = b;
    b = a;
    a = done;
    at += 16;
  }
  return a;
}

/**
 * Puts two blocks of frames, `apart` frames from each other, side by side: left as the real part
 * of the signal, right as the imaginary.
 */
export function pack(frames: usize, count: i32, apart: i32, to: usize): void {
  const second = frames + ((<usize>apart) << 4);
  for (let i: usize = 0, bytes = (<usize>count) << 4; i < bytes; i += 16, to += 32) {
    const one = v128.load(frames + i);
    const two = v128.load(second + i);
    v128.store(to, v128.shuffle<f64>(one, two, 0, 2));
    v128.store(to, v128.shuffle<f64>(one, two, 1, 3), 16);
  }
}

/**
 * Multiplies the lowest `bins` bins on either side of a spectrum of `size` by a response (its
 * values are real and the same on both sides) into a spectrum of another size, and leaves its other
 * bins empty. Real and imaginary parts change places: a forward transform of that is the inverse.
 */
export function shape(
  from: usize,
  size: i32,
  to: usize,
  newSize: i32,
  response: usize,
  bins: i32,
): void {
  for (let k = 0; k < bins; k++) {
    const gain = v128.load64_splat(response + ((<usize>k) << 3));
    const low = from + ((<usize>k) << 5);
    v128.store(to + ((<usize>k) << 5), f64x2.mul(v128.load(low, 16), gain));
    v128.store(to + ((<usize>k) << 5), f64x2.mul(v128.load(low), gain), 16);
    if (k === 0) continue;
    const high = from + ((<usize>(size - k)) << 5);
    const place = to + ((<usize>(newSize - k)) << 5);
    v128.store(place, f64x2.mul(v128.load(high, 16), gain));
    v128.store(place, f64x2.mul(v128.load(high), gain), 16);
  }
  const empty = newSize - 2 * bins + 1;
  if (empty > 0) memory.fill(to + ((<usize>bins) << 5), 0, (<usize>empty) << 5);
}

/**
 * Takes `count` frames from element `first` on out of both blocks, one block after the other. Parts
 * are where {@link shape} put them: imaginary first.
 */
export function unpack(from: usize, first: i32, count: i32, frames: usize): void {
  from += (<usize>first) << 5;
  const second = frames + ((<usize>count) << 4);
  for (let i: usize = 0, bytes = (<usize>count) << 4; i < bytes; i += 16, from += 32) {
    const im = v128.load(from);
    const re = v128.load(from, 16);
    v128.store(frames + i, v128.shuffle<f64>(re, im, 0, 2));
    v128.store(second + i, v128.shuffle<f64>(re, im, 1, 3));
  }
}
