/** Stores a value turned by the twiddle (cosine, sine) at `twiddle`. */
export function rotate(to: usize, re: v128, im: v128, twiddle: usize): void {
  const c = v128.load64_splat(twiddle);
  const s = v128.load64_splat(twiddle, 8);
  v128.store(to, f64x2.sub(f64x2.mul(re, c), f64x2.mul(im, s)));
  v128.store(to, f64x2.add(f64x2.mul(re, s), f64x2.mul(im, c)), 16);
}
