import { ringPath, ringWobble, seededNumbers } from "~/domain/media/wood-rings";

const SIDE = 1000;
const MIDDLE = SIDE / 2;
/** The radii where the grooves begin and end. */
const [INNER, OUTER] = [190, 470] as const;

interface WoodRecordProps {
  /** The same seed makes the same record. */
  seed: string;
  /** The text on its label. */
  name?: string;
}

/** A record made of wood: its grooves are tree rings. */
export function WoodRecord({ seed, name }: WoodRecordProps) {
  const next = seededNumbers(seed);
  const wobble = ringWobble(next).map((value) => value * 0.9);
  const rings: { radius: number; width: number }[] = [];
  for (let radius = INNER + 14; radius < OUTER - 26; radius += 6 + next() * 13)
    rings.push({ radius, width: next() > 0.8 ? 4 : 1.6 });
  const centre = [MIDDLE, MIDDLE] as const;
  return (
    <div className="record">
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        <path d={ringPath(centre, OUTER, wobble)} className="record-dark" />
        <path d={ringPath(centre, OUTER - 16, wobble)} className="record-wood" />
        {rings.map(({ radius, width }, n) => (
          <path
            key={radius}
            d={ringPath(centre, radius, wobble)}
            strokeWidth={width}
            // A wider gap, as between two songs.
            className={n % 11 === 7 ? "record-gap" : "record-groove"}
          />
        ))}
        <circle cx={MIDDLE} cy={MIDDLE} r={INNER - 24} className="record-label" />
        {name && (
          <>
            <text x={MIDDLE} y={MIDDLE - 62}>
              {name}
            </text>
            <text x={MIDDLE} y={MIDDLE + 82} className="record-side">
              Side one
            </text>
          </>
        )}
        <circle cx={MIDDLE} cy={MIDDLE} r={13} className="record-dark" />
      </svg>
    </div>
  );
}
