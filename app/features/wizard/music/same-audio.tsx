import { Alert } from "@mantine/core";
import type { Track } from "~/domain/submission/music/track";
import { findDuplicateAudio } from "~/domain/uploads/advice/advice";

interface SameAudioProps {
  tracks: readonly Track[];
  /** The fingerprint of each track's audio; empty if it is unknown. */
  keys: readonly string[];
}

/** Says which tracks have the same audio. It never blocks. */
export default function SameAudio({ tracks, keys }: SameAudioProps) {
  const knownTracks = tracks.flatMap(({ title }, index) => {
    const fingerprint = keys[index];
    return fingerprint ? [{ position: index + 1, title, fingerprint }] : [];
  });
  return (
    <Alert role="status" color="waiting">
      {findDuplicateAudio(knownTracks).map(({ positions, advice }) => (
        <p key={positions.join()}>{advice.text}</p>
      ))}
    </Alert>
  );
}
