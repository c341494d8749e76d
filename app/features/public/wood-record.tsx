import { seededNumbers } from "~/domain/media/wood-rings";

const SIDE = 1000;
const MIDDLE = SIDE / 2;
/** The radii where the grooves begin and end. */
const [INNER, OUTER] = [190, 500] as const;

/** In characters: as many as fit on the label. */
const MAX_NAME = 12;

interface WoodRecordProps {
  /** The same seed makes the same record. */
  seed: string;
  /** The text on its label. */
  name?: string;
}

/** A record made of wood: its grooves are as uneven as tree rings. It turns as the page comes, and when pointed at. */
export function WoodRecord({ seed, name }: WoodRecordProps) {
  const next = seededNumbers(seed);
  const rings: { radius: number; width: number }[] = [];
  for (let radius = INNER + 14; radius < OUTER - 26; radius += 6 + next() * 13)
    rings.push({ radius, width: next() > 0.8 ? 4 : 1.6 });
  const middle = { cx: MIDDLE, cy: MIDDLE };
  return (
    <div className="record">
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        <circle {...middle} r={OUTER} className="record-dark" />
        <circle {...middle} r={OUTER - 12} className="record-wood" />
        {rings.map(({ radius, width }, n) => (
          <circle
            key={radius}
            {...middle}
            r={radius}
            strokeWidth={width}
            // A wider gap, as between two songs.
            className={n % 11 === 7 ? "record-gap" : "record-groove"}
          />
        ))}
        <circle {...middle} r={INNER - 14} className="record-label" />
        {name && (
          <>
            <text
              x={MIDDLE}
              y={MIDDLE - 54}
              // A long name is made as narrow as the label.
              textLength={name.length > MAX_NAME ? INNER * 1.5 : undefined}
              lengthAdjust="spacingAndGlyphs"
            >
              {name}
            </text>
            <text x={MIDDLE} y={MIDDLE + 78} className="record-side">
              Side one
            </text>
          </>
        )}
        <circle {...middle} r={13} className="record-dark" />
      </svg>
    </div>
  );
}
