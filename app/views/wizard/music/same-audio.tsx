import type { Track } from "~/submission/music/track";
import { findDuplicateAudio } from "~/uploads/advice/advice";
import styles from "./track-list.module.css";

interface SameAudioProps {
  tracks: readonly Track[];
  /** What the audio of each track is known by; empty where it is not known. */
  keys: readonly string[];
}

/** Says which tracks of the release hold the same audio. It keeps nobody from submitting. */
export default function SameAudio({ tracks, keys }: SameAudioProps) {
  const knownTracks = tracks.flatMap(({ title }, index) => {
    const fingerprint = keys[index];
    return fingerprint ? [{ position: index + 1, title, fingerprint }] : [];
  });
  return (
    <div role="status" className={styles.same}>
      {findDuplicateAudio(knownTracks).map(({ positions, advice }) => (
        <p key={positions.join()}>{advice.text}</p>
      ))}
    </div>
  );
}
