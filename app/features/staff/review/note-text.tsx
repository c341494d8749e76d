import { momentAnchor, type NotePart, type TrackMoment } from "~/domain/review/note-parts";
import styles from "./review.module.css";

/** Plays a track from one of its moments, and nothing else. */
function playMoment({ track, seconds }: TrackMoment): void {
  const sound = document.querySelectorAll("[data-track]")[track - 1]?.querySelector("audio");
  if (!sound) return;
  for (const other of document.querySelectorAll("audio")) other.pause();
  const seek = () => {
    sound.currentTime = seconds;
  };
  // Before its metadata is loaded, some browsers forget a seek.
  if (sound.readyState >= sound.HAVE_METADATA) seek();
  else sound.addEventListener("loadedmetadata", seek, { once: true });
  // The player itself shows why a sound does not play.
  sound.play().catch(() => undefined);
}

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
  if (part.kind === "text") return <>{part.text}</>;
  if (part.kind === "mention") return <strong>{part.text}</strong>;
  const { track, seconds, text } = part;
  return (
    <a
      href={`#${momentAnchor(part)}`}
      aria-label={`${text}: play track ${track} from here`}
      onClick={() => playMoment({ track, seconds })}
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
