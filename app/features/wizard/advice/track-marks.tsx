import type { Track } from "~/domain/submission/music/track";
import { audioSlot } from "~/domain/uploads/slots";
import { useMusicPage } from "../music-page-context";
import { useFileAdvice } from "../upload/file-status";
import tones from "../upload/tone.module.css";
import { useUpload } from "../upload/use-upload";

/** What was found in a track's file, in a word or two. */
const SOUND_MARKS: Record<string, string> = {
  silent: "Silent",
  "over-full-scale": "Clips",
  clipping: "Clips",
  mono: "Mono",
  "mono-as-stereo": "Mono",
  "one-sided": "One side",
  "many-channels": "Not stereo",
  "low-resolution": "Low quality",
  "silent-head": "Silence",
  "silent-tail": "Silence",
};

/** What stores may send back about a track and its file, for the row of a folded track. */
export function TrackMarks({ track: { id, title } }: { track: Track }) {
  const { advice, files } = useMusicPage();
  const slot = audioSlot(id);
  const live = useUpload(slot);
  const fileView = files.find((file) => file.slot === slot);
  const found = useFileAdvice({ live, fileView });
  const probe = (live ?? fileView)?.probe;
  const ofTitle = advice.filter((one) => one.subject === id && one.title === title);
  const marks = new Set([
    ...ofTitle.flatMap(({ mark }) => mark ?? []),
    ...(probe?.kind === "wav" && probe.channels === 1 ? ["Mono"] : []),
    ...found.flatMap(({ code }) => SOUND_MARKS[code] ?? []),
  ]);
  if (marks.size === 0) return null;
  return (
    <span className={tones.tone} data-tone="waiting">
      <span>{[...marks].join(", ")}</span>
    </span>
  );
}
