/** Numbers from 0 to 1 that are always the same for a seed (mulberry32 over an FNV-1a hash). */
function numbersFor(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const SIDE = 400;
/** Points of a ring; the curve between them is drawn by the browser. */
const POINTS = 24;

/** A ring that is nearly round, as those of a tree are, closed by smooth curves. */
function ring(centre: readonly [number, number], radius: number, waver: readonly number[]): string {
  const points = waver.map((by, n) => {
    const angle = (n / POINTS) * 2 * Math.PI;
    const [x, y] = centre;
    const from = radius * (1 + by);
    return [x + Math.cos(angle) * from * 0.86, y + Math.sin(angle) * from] as const;
  });
  const at = (n: number) => points[(n + POINTS) % POINTS] ?? centre;
  const middle = (n: number) => {
    const [[ax, ay], [bx, by]] = [at(n), at(n + 1)];
    return `${((ax + bx) / 2).toFixed(0)} ${((ay + by) / 2).toFixed(0)}`;
  };
  const curves = points.map(
    (_, n) => `Q${at(n + 1)[0].toFixed(0)} ${at(n + 1)[1].toFixed(0)} ${middle(n + 1)}`,
  );
  return `M${middle(0)}${curves.join("")}Z`;
}

/**
 * The sleeve of a page: a cut of the wood, half tree and half record. Every page has its own, always
 * the same.
 */
export function WoodCut({ seed }: { seed: string }) {
  const next = numbersFor(seed);
  const centre = [SIDE * (0.62 + next() * 0.3), SIDE * (0.55 + next() * 0.35)] as const;
  const phases = [next(), next(), next()].map((phase) => phase * 2 * Math.PI);
  const waver = Array.from({ length: POINTS }, (_, n) =>
    phases.reduce((sum, phase, k) => {
      const angle = (n / POINTS) * 2 * Math.PI;
      return sum + Math.sin(angle * (k + 2) + phase) * (0.035 / (k + 1));
    }, 0),
  );
  const rings: { radius: number; width: number }[] = [];
  for (let radius = 46; radius < SIDE * 1.15; radius += 9 + next() * 20)
    rings.push({ radius, width: next() > 0.75 ? 3 : 1.25 });
  const [x, y] = centre;
  return (
    <svg
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="xMaxYMid slice"
      className="page-sleeve"
      aria-hidden="true"
    >
      <rect width={SIDE} height={SIDE} />
      {rings.map(({ radius, width }) => (
        <path key={radius} d={ring(centre, radius, waver)} strokeWidth={width} />
      ))}
      <circle cx={x} cy={y} r={26} className="page-sleeve-label" />
      <circle cx={x} cy={y} r={4} className="page-sleeve-hole" />
    </svg>
  );
}
