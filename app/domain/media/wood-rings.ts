/** A seeded sequence of numbers from 0 to 1 (mulberry32 over an FNV-1a hash). */
export function seededNumbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Points of a ring; the curve between them is drawn by the browser. */
const POINTS = 24;

/** Deviations of a ring from a circle, relative to its radius. */
export function ringWobble(next: () => number): number[] {
  const phases = [next(), next(), next()].map((phase) => phase * 2 * Math.PI);
  return Array.from({ length: POINTS }, (_, n) =>
    phases.reduce((sum, phase, k) => {
      const angle = (n / POINTS) * 2 * Math.PI;
      return sum + Math.sin(angle * (k + 2) + phase) * (0.035 / (k + 1));
    }, 0),
  );
}

/**
 * The SVG path of a nearly round ring.
 * @param widthRatio width relative to height.
 */
export function ringPath(
  centre: readonly [number, number],
  radius: number,
  wobble: readonly number[],
  widthRatio = 1,
): string {
  const points = wobble.map((deviation, n) => {
    const angle = (n / POINTS) * 2 * Math.PI;
    const [x, y] = centre;
    const distance = radius * (1 + deviation);
    return [x + Math.cos(angle) * distance * widthRatio, y + Math.sin(angle) * distance] as const;
  });
  const pointAt = (n: number) => points[(n + POINTS) % POINTS] ?? centre;
  const midpoint = (n: number) => {
    const [[ax, ay], [bx, deviation]] = [pointAt(n), pointAt(n + 1)];
    return `${((ax + bx) / 2).toFixed(0)} ${((ay + deviation) / 2).toFixed(0)}`;
  };
  const curves = points.map(
    (_, n) => `Q${pointAt(n + 1)[0].toFixed(0)} ${pointAt(n + 1)[1].toFixed(0)} ${midpoint(n + 1)}`,
  );
  return `M${midpoint(0)}${curves.join("")}Z`;
}
