import type { Track } from "~/submission/music/track";
import { audioSlot } from "~/uploads/slots";
import { percentSent, type UploadState } from "~/uploads/upload-state";
import { useMusicPage } from "../music-page";
import { useUpload } from "../upload/use-upload";
import { TRACK_TITLE, useTyped } from "../use-typed";
import styles from "./track-card.module.css";

interface TrackHeadingProps {
  track: Track;
  index: number;
  /** The only track needs no number, and cannot be folded. */
  alone: boolean;
  folded: boolean;
}

/** The number of a track, its title as soon as it has one, and its state while it is folded. */
export function TrackHeading({ track, index, alone, folded }: TrackHeadingProps) {
  const title = useTyped(TRACK_TITLE)(`tracks[${index}].title`, track.title);
  return (
    <summary className={styles.summary} hidden={alone}>
      <h3 className={styles.heading}>
        <span className={styles.number}>Track {index + 1}</span> {title}
      </h3>
      {/* An open track tells its state at the file itself. */}
      {folded && <AudioState id={track.id} />}
    </summary>
  );
}

/** The states of a track in a few words (specification, wizard, section 4, "Track"). */
function words(live: UploadState): string {
  switch (live.phase) {
    case "sending":
      return `Processing: ${percentSent(live)}%`;
    case "waiting":
      return `Waiting: ${percentSent(live)}%`;
    case "paused":
      return `Paused: ${percentSent(live)}%`;
    case "needs-file":
      return "Not fully sent";
    case "elsewhere":
      return "Processing in another tab";
    case "checking":
      return "Processing";
    case "stored":
      return "Uploaded and ready";
    case "failed":
      return "Failed to process file";
  }
}

function AudioState({ id }: { id: string }) {
  const slot = audioSlot(id);
  const live = useUpload(slot);
  const held = useMusicPage().files.find((file) => file.slot === slot);
  const stored = held?.state === "complete" ? "Uploaded and ready" : "Not fully sent";
  return (
    <span className={styles.state}>{live ? words(live) : held ? stored : "Awaiting upload"}</span>
  );
}
