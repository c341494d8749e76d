import { useState } from "react";
import { HiddenField, TextField } from "~/components/field";
import { useFormReply } from "~/components/form-reply";
import { AudioPreview } from "~/components/player/audio-preview";
import { useNews } from "~/components/use-news";
import type { Track } from "~/submission/music/track";
import { hasContributors } from "~/submission/music/track-contributors";
import { WAV_ACCEPT } from "~/uploads/file-rules";
import { audioSlot } from "~/uploads/slots";
import { ClipSection } from "../clips/clip-section";
import { ContributorSection } from "../contributors/contributor-section";
import { useMusicPage } from "../music-page";
import { FileField } from "../upload/file-field";
import { CustomArtwork } from "./custom-artwork";
import { TrackButtons } from "./track-buttons";
import styles from "./track-card.module.css";
import { TrackHeading } from "./track-heading";
import { useSlotFile } from "./use-slot-file";

interface TrackCardProps {
  track: Track;
  /** Where it stands, from 0. */
  index: number;
  /** How many tracks there are; the only one needs neither a card nor a number. */
  count: number;
  /** Whether the tracks come out one by one. */
  waterfall: boolean;
}

/** With more tracks than this, those that are done start folded. */
const FEW = 3;

/** Whether a track is folded; the only one never is, nor is one in which something is wrong. */
function useFold({ track, index, count }: TrackCardProps) {
  const { files } = useMusicPage();
  const { errors } = useFormReply();
  const wrong = Object.keys(errors).some((name) => name.startsWith(`tracks[${index}].`));
  const [open, setOpen] = useState(() => {
    const slot = audioSlot(track.id);
    const stored = files.some((file) => file.slot === slot && file.state === "complete");
    const done = stored && track.title !== "" && hasContributors(track.metadata);
    return wrong || count <= FEW || !done;
  });
  // Every refusal unfolds it once more.
  useNews(wrong && errors, () => {
    if (wrong) setOpen(true);
  });
  return { open: open || count === 1, setOpen };
}

/** Everything about one track. Its key must be its id: what is typed moves with it. */
export function TrackCard(props: TrackCardProps) {
  const { track, index, count, waterfall } = props;
  const { open, setOpen } = useFold(props);
  const at = `tracks[${index}]`;
  const alone = count === 1;
  const audio = useSlotFile(audioSlot(track.id));
  return (
    <section className={styles.card} data-alone={alone || undefined}>
      <HiddenField name={`${at}.id`} />
      <HiddenField name={`${at}.useCustomArtwork`} />
      {/* What is folded is posted all the same. */}
      <details
        className={styles.fold}
        open={open}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <TrackHeading track={track} index={index} alone={alone} folded={!open} />
        <div className={styles.body}>
          <TextField name={`${at}.title`} label="Track title" autoComplete="off" />
          <TrackAudio track={track} index={index} file={audio} />
          <div className={styles.part}>
            <ContributorSection track={track} index={index} />
          </div>
          {waterfall && (
            <div className={styles.part}>
              <CustomArtwork track={track} index={index} />
            </div>
          )}
          <div className={styles.part}>
            <ClipSection track={track} index={index} src={audio.src} />
          </div>
        </div>
      </details>
      {!alone && <TrackButtons id={track.id} index={index} count={count} />}
    </section>
  );
}

/** The audio of a track, and a way to hear that it is the right one. */
function TrackAudio(props: { track: Track; index: number; file: ReturnType<typeof useSlotFile> }) {
  const { track, index, file } = props;
  const { held, src, onChoice } = file;
  const seconds = held?.probe?.kind === "wav" ? held.probe.seconds : undefined;
  return (
    <>
      <FileField
        name={`tracks[${index}].file`}
        slot={audioSlot(track.id)}
        kind="track"
        label="Audio"
        hint="One WAV file, at most 200MB."
        accept={WAV_ACCEPT}
        emptyText="Awaiting upload"
        held={held}
        onChoice={onChoice}
      />
      {src && (
        <AudioPreview src={src} label={track.title || `Track ${index + 1}`} seconds={seconds} />
      )}
    </>
  );
}
