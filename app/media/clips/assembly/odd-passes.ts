// Passes by 5 and 7, by the definition: sums (p) and differences (d) of the elements that face each
// other, their parts along the cosines (m) and across them (t). See `passes.ts` for the order.

/** Stores a value turned by the twiddle (cosine, sine) at `twiddle`. */
function turn(to: usize, re: v128, im: v128, twiddle: usize): void {
  const c = v128.load64_splat(twiddle);
  const s = v128.load64_splat(twiddle, 8);
  v128.store(to, f64x2.sub(f64x2.mul(re, c), f64x2.mul(im, s)));
  v128.store(to, f64x2.add(f64x2.mul(re, s), f64x2.mul(im, c)), 16);
}

export function pass5(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  const c1 = f64x2.splat(0.30901699437494745);
  const c2 = f64x2.splat(-0.8090169943749475);
  const s1 = f64x2.splat(0.9510565162951535);
  const s2 = f64x2.splat(0.5877852522924731);
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
      const m1Re = f64x2.add(f64x2.add(aRe, f64x2.mul(p1Re, c1)), f64x2.mul(p2Re, c2));
      const t1Re = f64x2.add(f64x2.mul(d1Re, s1), f64x2.mul(d2Re, s2));
      const m1Im = f64x2.add(f64x2.add(aIm, f64x2.mul(p1Im, c1)), f64x2.mul(p2Im, c2));
      const t1Im = f64x2.add(f64x2.mul(d1Im, s1), f64x2.mul(d2Im, s2));
      turn(to + next, f64x2.add(m1Re, t1Im), f64x2.sub(m1Im, t1Re), twiddles);
      turn(to + 4 * next, f64x2.sub(m1Re, t1Im), f64x2.add(m1Im, t1Re), twiddles + 48);
      const m2Re = f64x2.add(f64x2.add(aRe, f64x2.mul(p1Re, c2)), f64x2.mul(p2Re, c1));
      const t2Re = f64x2.sub(f64x2.mul(d1Re, s2), f64x2.mul(d2Re, s1));
      const m2Im = f64x2.add(f64x2.add(aIm, f64x2.mul(p1Im, c2)), f64x2.mul(p2Im, c1));
      const t2Im = f64x2.sub(f64x2.mul(d1Im, s2), f64x2.mul(d2Im, s1));
      turn(to + 2 * next, f64x2.add(m2Re, t2Im), f64x2.sub(m2Im, t2Re), twiddles + 16);
      turn(to + 3 * next, f64x2.sub(m2Re, t2Im), f64x2.add(m2Im, t2Re), twiddles + 32);
    }
  }
}

export function pass7(from: usize, to: usize, groups: i32, stride: i32, twiddles: usize): void {
  const far = (<usize>groups * stride) << 5;
  const next = (<usize>stride) << 5;
  const c1 = f64x2.splat(0.6234898018587336);
  const c2 = f64x2.splat(-0.2225209339563144);
  const c3 = f64x2.splat(-0.9009688679024191);
  const s1 = f64x2.splat(0.7818314824680298);
  const s2 = f64x2.splat(0.9749279121818236);
  const s3 = f64x2.splat(0.4338837391175581);
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
      const m1Re = f64x2.add(
        f64x2.add(f64x2.add(aRe, f64x2.mul(p1Re, c1)), f64x2.mul(p2Re, c2)),
        f64x2.mul(p3Re, c3),
      );
      const t1Re = f64x2.add(
        f64x2.add(f64x2.mul(d1Re, s1), f64x2.mul(d2Re, s2)),
        f64x2.mul(d3Re, s3),
      );
      const m1Im = f64x2.add(
        f64x2.add(f64x2.add(aIm, f64x2.mul(p1Im, c1)), f64x2.mul(p2Im, c2)),
        f64x2.mul(p3Im, c3),
      );
      const t1Im = f64x2.add(
        f64x2.add(f64x2.mul(d1Im, s1), f64x2.mul(d2Im, s2)),
        f64x2.mul(d3Im, s3),
      );
      turn(to + next, f64x2.add(m1Re, t1Im), f64x2.sub(m1Im, t1Re), twiddles);
      turn(to + 6 * next, f64x2.sub(m1Re, t1Im), f64x2.add(m1Im, t1Re), twiddles + 80);
      const m2Re = f64x2.add(
        f64x2.add(f64x2.add(aRe, f64x2.mul(p1Re, c2)), f64x2.mul(p2Re, c3)),
        f64x2.mul(p3Re, c1),
      );
      const t2Re = f64x2.sub(
        f64x2.sub(f64x2.mul(d1Re, s2), f64x2.mul(d2Re, s3)),
        f64x2.mul(d3Re, s1),
      );
      const m2Im = f64x2.add(
        f64x2.add(f64x2.add(aIm, f64x2.mul(p1Im, c2)), f64x2.mul(p2Im, c3)),
        f64x2.mul(p3Im, c1),
      );
      const t2Im = f64x2.sub(
        f64x2.sub(f64x2.mul(d1Im, s2), f64x2.mul(d2Im, s3)),
        f64x2.mul(d3Im, s1),
      );
      turn(to + 2 * next, f64x2.add(m2Re, t2Im), f64x2.sub(m2Im, t2Re), twiddles + 16);
      turn(to + 5 * next, f64x2.sub(m2Re, t2Im), f64x2.add(m2Im, t2Re), twiddles + 64);
      const m3Re = f64x2.add(
        f64x2.add(f64x2.add(aRe, f64x2.mul(p1Re, c3)), f64x2.mul(p2Re, c1)),
        f64x2.mul(p3Re, c2),
      );
      const t3Re = f64x2.add(
        f64x2.sub(f64x2.mul(d1Re, s3), f64x2.mul(d2Re, s1)),
        f64x2.mul(d3Re, s2),
      );
      const m3Im = f64x2.add(
        f64x2.add(f64x2.add(aIm, f64x2.mul(p1Im, c3)), f64x2.mul(p2Im, c1)),
        f64x2.mul(p3Im, c2),
      );
      const t3Im = f64x2.add(
        f64x2.sub(f64x2.mul(d1Im, s3), f64x2.mul(d2Im, s1)),
        f64x2.mul(d3Im, s2),
      );
      turn(to + 3 * next, f64x2.add(m3Re, t3Im), f64x2.sub(m3Im, t3Re), twiddles + 32);
      turn(to + 4 * next, f64x2.sub(m3Re, t3Im), f64x2.add(m3Im, t3Re), twiddles + 48);
    }
  }
}
