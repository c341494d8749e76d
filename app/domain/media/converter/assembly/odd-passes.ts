import { rotate } from "./rotate";

// Passes by 5 and 7, by the definition: sums (p) and differences (d) of the elements that face each
// other, their parts along the cosines (m) and across them (t). See `passes.ts` for the order.
// The compiler puts functions as small as these in the place of their calls.

/** A value and the parts along the cosines of two sums. */
function along5(a: v128, p1: v128, c1: v128, p2: v128, c2: v128): v128 {
  return f64x2.add(f64x2.add(a, f64x2.mul(p1, c1)), f64x2.mul(p2, c2));
}

/** The parts across the cosines of two differences. */
function across5(d1: v128, s1: v128, d2: v128, s2: v128): v128 {
  return f64x2.add(f64x2.mul(d1, s1), f64x2.mul(d2, s2));
}

/** The same with a third sum. */
function along7(a: v128, p1: v128, c1: v128, p2: v128, c2: v128, p3: v128, c3: v128): v128 {
  return f64x2.add(along5(a, p1, c1, p2, c2), f64x2.mul(p3, c3));
}

/** The same with a third difference. */
function across7(d1: v128, s1: v128, d2: v128, s2: v128, d3: v128, s3: v128): v128 {
  return f64x2.add(across5(d1, s1, d2, s2), f64x2.mul(d3, s3));
}

/** A pass by 5. */
export function pass5(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  const c1 = f64x2.splat(0.30901699437494745);
  const c2 = f64x2.splat(-0.8090169943749475);
  const s1 = f64x2.splat(0.9510565162951535);
  const s2 = f64x2.splat(0.5877852522924731);
  const minusS1 = f64x2.neg(s1);
  for (let p = 0; p < groups; p++, twiddles += 64, to += 4 * next) {
    for (let q = 0; q < stride; q++, from += 32, to += 32) {
      const aRe = v128.load(from);
      const aIm = v128.load(from, 16);
      const n1Re = v128.load(from + far);
      const b1Re = v128.load(from + 4 * far);
      const n1Im = v128.load(from + far, 16);
      const b1Im = v128.load(from + 4 * far, 16);
      const p1Re = f64x2.add(n1Re, b1Re);
      const d1Re = f64x2.sub(n1Re, b1Re);
      const p1Im = f64x2.add(n1Im, b1Im);
      const d1Im = f64x2.sub(n1Im, b1Im);
      const n2Re = v128.load(from + 2 * far);
      const b2Re = v128.load(from + 3 * far);
      const n2Im = v128.load(from + 2 * far, 16);
      const b2Im = v128.load(from + 3 * far, 16);
      const p2Re = f64x2.add(n2Re, b2Re);
      const d2Re = f64x2.sub(n2Re, b2Re);
      const p2Im = f64x2.add(n2Im, b2Im);
      const d2Im = f64x2.sub(n2Im, b2Im);
      v128.store(to, f64x2.add(f64x2.add(aRe, p1Re), p2Re));
      v128.store(to, f64x2.add(f64x2.add(aIm, p1Im), p2Im), 16);
      const m1Re = along5(aRe, p1Re, c1, p2Re, c2);
      const m1Im = along5(aIm, p1Im, c1, p2Im, c2);
      const t1Re = across5(d1Re, s1, d2Re, s2);
      const t1Im = across5(d1Im, s1, d2Im, s2);
      rotate(to + next, f64x2.add(m1Re, t1Im), f64x2.sub(m1Im, t1Re), twiddles);
      rotate(to + 4 * next, f64x2.sub(m1Re, t1Im), f64x2.add(m1Im, t1Re), twiddles + 48);
      const m2Re = along5(aRe, p1Re, c2, p2Re, c1);
      const m2Im = along5(aIm, p1Im, c2, p2Im, c1);
      const t2Re = across5(d1Re, s2, d2Re, minusS1);
      const t2Im = across5(d1Im, s2, d2Im, minusS1);
      rotate(to + 2 * next, f64x2.add(m2Re, t2Im), f64x2.sub(m2Im, t2Re), twiddles + 16);
      rotate(to + 3 * next, f64x2.sub(m2Re, t2Im), f64x2.add(m2Im, t2Re), twiddles + 32);
    }
  }
}

/** A pass by 7. */
export function pass7(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  const c1 = f64x2.splat(0.6234898018587336);
  const c2 = f64x2.splat(-0.2225209339563144);
  const c3 = f64x2.splat(-0.9009688679024191);
  const s1 = f64x2.splat(0.7818314824680298);
  const s2 = f64x2.splat(0.9749279121818236);
  const s3 = f64x2.splat(0.4338837391175581);
  const minusS1 = f64x2.neg(s1);
  const minusS3 = f64x2.neg(s3);
  for (let p = 0; p < groups; p++, twiddles += 96, to += 6 * next) {
    for (let q = 0; q < stride; q++, from += 32, to += 32) {
      const aRe = v128.load(from);
      const aIm = v128.load(from, 16);
      const n1Re = v128.load(from + far);
      const b1Re = v128.load(from + 6 * far);
      const n1Im = v128.load(from + far, 16);
      const b1Im = v128.load(from + 6 * far, 16);
      const p1Re = f64x2.add(n1Re, b1Re);
      const d1Re = f64x2.sub(n1Re, b1Re);
      const p1Im = f64x2.add(n1Im, b1Im);
      const d1Im = f64x2.sub(n1Im, b1Im);
      const n2Re = v128.load(from + 2 * far);
      const b2Re = v128.load(from + 5 * far);
      const n2Im = v128.load(from + 2 * far, 16);
      const b2Im = v128.load(from + 5 * far, 16);
      const p2Re = f64x2.add(n2Re, b2Re);
      const d2Re = f64x2.sub(n2Re, b2Re);
      const p2Im = f64x2.add(n2Im, b2Im);
      const d2Im = f64x2.sub(n2Im, b2Im);
      const n3Re = v128.load(from + 3 * far);
      const b3Re = v128.load(from + 4 * far);
      const n3Im = v128.load(from + 3 * far, 16);
      const b3Im = v128.load(from + 4 * far, 16);
      const p3Re = f64x2.add(n3Re, b3Re);
      const d3Re = f64x2.sub(n3Re, b3Re);
      const p3Im = f64x2.add(n3Im, b3Im);
      const d3Im = f64x2.sub(n3Im, b3Im);
      v128.store(to, f64x2.add(f64x2.add(f64x2.add(aRe, p1Re), p2Re), p3Re));
      v128.store(to, f64x2.add(f64x2.add(f64x2.add(aIm, p1Im), p2Im), p3Im), 16);
      const m1Re = along7(aRe, p1Re, c1, p2Re, c2, p3Re, c3);
      const m1Im = along7(aIm, p1Im, c1, p2Im, c2, p3Im, c3);
      const t1Re = across7(d1Re, s1, d2Re, s2, d3Re, s3);
      const t1Im = across7(d1Im, s1, d2Im, s2, d3Im, s3);
      rotate(to + next, f64x2.add(m1Re, t1Im), f64x2.sub(m1Im, t1Re), twiddles);
      rotate(to + 6 * next, f64x2.sub(m1Re, t1Im), f64x2.add(m1Im, t1Re), twiddles + 80);
      const m2Re = along7(aRe, p1Re, c2, p2Re, c3, p3Re, c1);
      const m2Im = along7(aIm, p1Im, c2, p2Im, c3, p3Im, c1);
      const t2Re = across7(d1Re, s2, d2Re, minusS3, d3Re, minusS1);
      const t2Im = across7(d1Im, s2, d2Im, minusS3, d3Im, minusS1);
      rotate(to + 2 * next, f64x2.add(m2Re, t2Im), f64x2.sub(m2Im, t2Re), twiddles + 16);
      rotate(to + 5 * next, f64x2.sub(m2Re, t2Im), f64x2.add(m2Im, t2Re), twiddles + 64);
      const m3Re = along7(aRe, p1Re, c3, p2Re, c1, p3Re, c2);
      const m3Im = along7(aIm, p1Im, c3, p2Im, c1, p3Im, c2);
      const t3Re = across7(d1Re, s3, d2Re, minusS1, d3Re, s2);
      const t3Im = across7(d1Im, s3, d2Im, minusS1, d3Im, s2);
      rotate(to + 3 * next, f64x2.add(m3Re, t3Im), f64x2.sub(m3Im, t3Re), twiddles + 32);
      rotate(to + 4 * next, f64x2.sub(m3Re, t3Im), f64x2.add(m3Im, t3Re), twiddles + 48);
    }
  }
}
