import { Text, VisuallyHidden } from "@mantine/core";
import type { Track } from "~/domain/submission/music/track";
import { contributorsSummary } from "~/domain/submission/music/track-summary";
import { audioSlot } from "~/domain/uploads/slots";
import {
  failureLabel,
  isUploadActive,
  percentSent,
  type UploadState,
} from "~/domain/uploads/upload-state";
import { TrackMarks } from "../advice/track-marks";
import { useMusicPage } from "../music-page-context";
import tones from "../upload/tone.module.css";
import { UploadBar } from "../upload/upload-bar";
import { useUploadProgress } from "../upload/use-upload";
import { TRACK_TITLE, useLiveValues } from "../use-live-values";
import styles from "./track-heading.module.css";

interface TrackHeadingProps {
  /** The track as currently typed. */
  track: Track;
  index: number;
  /** Whether it is the only track, which has no number and cannot be folded. */
  isOnly: boolean;
}

/** The line of a track: number, title, upload state and contributors. */
export function TrackHeading({ track, index, isOnly }: TrackHeadingProps) {
  const title = useLiveValues(TRACK_TITLE)(`tracks[${index}].title`, track.title);
  const { id, metadata } = track;
  const contributors = contributorsSummary(metadata);

  return (
    <summary id={`row-${id}`} className={styles.summary} hidden={isOnly}>
      <h3 className={styles.heading}>
        <Text component="span" inherit c="dimmed" miw="2ch">
          <VisuallyHidden>Track </VisuallyHidden>
          {index + 1}
        </Text>{" "}
        <span className={styles.title} title={title || undefined}>
          {title || (
            <Text component="span" inherit c="dimmed" fw={400}>
              No title yet
            </Text>
          )}
        </span>
      </h3>
      {!isOnly && (
        // An open track shows all this at its fields.
        <>
          <span className={styles.marks}>
            <TrackMarks track={{ ...track, title }} />
          </span>
          <span className={styles.state}>
            <AudioState id={id} />
          </span>
          <span className={styles.people}>
            {contributors.isComplete ? (
              contributors.text
            ) : (
              <span className={tones.tone} data-tone="waiting">
                {contributors.text}
              </span>
            )}
          </span>
        </>
      )}
    </summary>
  );
}

/** A short text for an upload state (specification, wizard, section 4, "Track"). */
function uploadText(live: UploadState): string | undefined {
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
    case "failed":
      return failureLabel(live);
  }
}

function uploadTone(live: UploadState): "done" | "failed" | "sending" | "waiting" {
  if (live.phase === "stored") return "done";
  if (live.phase === "failed") return "failed";
  return isUploadActive(live) || live.phase === "elsewhere" ? "sending" : "waiting";
}

/** The state of a stored file; phones show its last word. */
const Ready = () => (
  <span>
    <span className={styles.spacious}>Uploaded and </span>
    <span className={styles.last}>ready</span>
  </span>
);

function AudioState({ id }: { id: string }) {
  const slot = audioSlot(id);
  const live = useUploadProgress(slot);
  const fileView = useMusicPage().files.find((file) => file.slot === slot);
  const stored = fileView?.state === "complete" && !fileView.coming;
  const isReady = live ? live.phase === "stored" : stored;
  const stateText = fileView ? "Not fully sent" : "Awaiting upload";
  return (
    <>
      <span
        className={tones.tone}
        data-tone={live ? uploadTone(live) : stored ? "done" : fileView ? "waiting" : "empty"}
      >
        {isReady ? <Ready /> : live ? uploadText(live) : stateText}
      </span>
      {live && isUploadActive(live) && <UploadBar live={live} width={72} />}
    </>
  );
}
