import { ringPath, ringWobble, seededNumbers } from "~/domain/media/wood-rings";

const SIDE = 400;

interface WoodCutProps {
  /** The same seed makes the same pattern. */
  seed: string;
  /** For the header of a page: twice as wide as high, with wider rings. */
  wide?: boolean;
}

/** A generated wood pattern, half tree and half record, that is always the same for a page. */
export function WoodCut({ seed, wide = false }: WoodCutProps) {
  const next = seededNumbers(seed);
  const width = wide ? 2 * SIDE : SIDE;
  const centre = [width * (0.62 + next() * 0.3), SIDE * (0.55 + next() * 0.35)] as const;
  const wobble = ringWobble(next);
  const rings: { radius: number; width: number }[] = [];
  const [nearest, furthest] = wide ? [12, 22] : [9, 20];
  for (let radius = 46; radius < width * 1.15; radius += nearest + next() * furthest)
    rings.push({ radius, width: next() > 0.75 ? 3 : 1.25 });
  const [x, y] = centre;
  return (
    <svg
      viewBox={`0 0 ${width} ${SIDE}`}
      preserveAspectRatio="xMaxYMax slice"
      className="wood-cut"
      aria-hidden="true"
    >
      <rect width={width} height={SIDE} />
      {rings.map(({ radius, width }) => (
        <path key={radius} d={ringPath(centre, radius, wobble, 0.86)} strokeWidth={width} />
      ))}
      <circle cx={x} cy={y} r={26} className="wood-cut-label" />
      <circle cx={x} cy={y} r={4} className="wood-cut-hole" />
    </svg>
  );
}
