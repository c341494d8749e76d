import { momentAnchor, type NotePart, type TrackMoment } from "~/domain/review/note-parts";
import { useDesk } from "../desk/desk-context";
import styles from "./review.module.css";

/** The places of a track's moments, to which links in notes lead. */
export function MomentAnchors({ moments }: { moments: readonly TrackMoment[] }) {
  return (
    <>
      {moments.map((moment) => (
        <span key={momentAnchor(moment)} id={momentAnchor(moment)} />
      ))}
    </>
  );
}

function NotePartView({ part }: { part: NotePart }) {
  const { playAt } = useDesk();
  if (part.kind === "text") return <>{part.text}</>;
  if (part.kind === "mention") return <strong>{part.text}</strong>;
  const { track, seconds, text } = part;
  return (
    <a
      href={`#${momentAnchor(part)}`}
      aria-label={`${text}: play track ${track} from here`}
      onClick={() => playAt(track, seconds)}
    >
      {text}
    </a>
  );
}

/** A note as it was written; its times play the track, by script, or else lead to it. */
export function NoteText({ parts }: { parts: readonly NotePart[] }) {
  return (
    <p className={styles.written}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of a note never move.
        <NotePartView key={index} part={part} />
      ))}
    </p>
  );
}
