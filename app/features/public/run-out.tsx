/** The run-out groove of a record with an inscription; decorative. */
export function RunOutGroove({ text }: { text: string }) {
  return (
    <svg
      viewBox="0 0 1200 250"
      preserveAspectRatio="xMidYMid slice"
      className="run-out"
      aria-hidden="true"
    >
      {[0, 26, 34, 78, 94, 102].map((offset) => (
        <path key={offset} d={`M-40 ${246 - offset}A1600 1600 0 0 1 1240 ${246 - offset}`} />
      ))}
      <path id="run-out" d="M-40 190A1600 1600 0 0 1 1240 190" className="run-out-blank" />
      <text>
        <textPath href="#run-out" startOffset="50%">
          {text}
        </textPath>
      </text>
    </svg>
  );
}
