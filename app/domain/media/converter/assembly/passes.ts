import { rotate } from "./rotate";

// Passes of a Stockham FFT (decimation in frequency), forward. An element is 32 bytes: the real
// parts of two independent signals, then their imaginary parts. Of a pass over sub-transforms of
// `radix * groups` elements, `stride` of them side by side: element q + stride * (p + groups * k)
// goes in, element q + stride * (radix * p + j) comes out, turned by the twiddle for (p, j).

/** A pass by 2. */
export function pass2(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  for (let p = 0; p < groups; p++, twiddles += 16, to += next) {
    for (let q = 0; q < stride; q++, from += 32, to += 32) {
      const aRe = v128.load(from);
      const aIm = v128.load(from, 16);
      const bRe = v128.load(from + far);
      const bIm = v128.load(from + far, 16);
      v128.store(to, f64x2.add(aRe, bRe));
      v128.store(to, f64x2.add(aIm, bIm), 16);
      rotate(to + next, f64x2.sub(aRe, bRe), f64x2.sub(aIm, bIm), twiddles);
    }
  }
}

/** A pass by 3. */
export function pass3(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  const half = f64x2.splat(0.5);
  const sine = f64x2.splat(0.8660254037844386);
  for (let p = 0; p < groups; p++, twiddles += 32, to += 2 * next) {
    for (let q = 0; q < stride; q++, from += 32, to += 32) {
      const aRe = v128.load(from);
      const aIm = v128.load(from, 16);
      const bRe = v128.load(from + far);
      const bIm = v128.load(from + far, 16);
      const cRe = v128.load(from + 2 * far);
      const cIm = v128.load(from + 2 * far, 16);
      const sRe = f64x2.add(bRe, cRe);
      const sIm = f64x2.add(bIm, cIm);
      const dRe = f64x2.mul(f64x2.sub(bRe, cRe), sine);
      const dIm = f64x2.mul(f64x2.sub(bIm, cIm), sine);
      const mRe = f64x2.sub(aRe, f64x2.mul(sRe, half));
      const mIm = f64x2.sub(aIm, f64x2.mul(sIm, half));
      v128.store(to, f64x2.add(aRe, sRe));
      v128.store(to, f64x2.add(aIm, sIm), 16);
      rotate(to + next, f64x2.add(mRe, dIm), f64x2.sub(mIm, dRe), twiddles);
      rotate(to + 2 * next, f64x2.sub(mRe, dIm), f64x2.add(mIm, dRe), twiddles + 16);
    }
  }
}

/** A pass by 4. */
export function pass4(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  for (let p = 0; p < groups; p++, twiddles += 48, to += 3 * next) {
    for (let q = 0; q < stride; q++, from += 32, to += 32) {
      const aRe = v128.load(from);
      const aIm = v128.load(from, 16);
      const bRe = v128.load(from + far);
      const bIm = v128.load(from + far, 16);
      const cRe = v128.load(from + 2 * far);
      const cIm = v128.load(from + 2 * far, 16);
      const dRe = v128.load(from + 3 * far);
      const dIm = v128.load(from + 3 * far, 16);
      const acRe = f64x2.add(aRe, cRe);
      const acIm = f64x2.add(aIm, cIm);
      const bdRe = f64x2.add(bRe, dRe);
      const bdIm = f64x2.add(bIm, dIm);
      v128.store(to, f64x2.add(acRe, bdRe));
      v128.store(to, f64x2.add(acIm, bdIm), 16);
      rotate(to + 2 * next, f64x2.sub(acRe, bdRe), f64x2.sub(acIm, bdIm), twiddles + 16);
      const xRe = f64x2.sub(aRe, cRe);
      const xIm = f64x2.sub(aIm, cIm);
      const yRe = f64x2.sub(bRe, dRe);
      const yIm = f64x2.sub(bIm, dIm);
      rotate(to + next, f64x2.add(xRe, yIm), f64x2.sub(xIm, yRe), twiddles);
      rotate(to + 3 * next, f64x2.sub(xRe, yIm), f64x2.add(xIm, yRe), twiddles + 32);
    }
  }
}
