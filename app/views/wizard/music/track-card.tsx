import { useContext, useEffect, useState } from "react";
import { VisuallyHidden } from "~/components/controls";
import { HiddenField, TextField } from "~/components/field";
import { useFormReply } from "~/components/form-reply-context";
import { AudioPreview } from "~/components/player/audio-preview";
import { useHydrated } from "~/components/use-hydrated";
import { firstReleaseDay } from "~/submission/music/early-release";
import { hasErrors } from "~/submission/music/music-view";
import type { Track } from "~/submission/music/track";
import { WAV_ACCEPT } from "~/uploads/file-rules";
import { localFileIn } from "~/uploads/sending/upload-queue.client";
import { audioSlot } from "~/uploads/slots";
import { ClipSection } from "../clips/clip-section";
import { ContributorSection } from "../contributors/contributor-section";
import { useMusicPage } from "../music-page-context";
import buttons from "../small-button.module.css";
import { FileField } from "../upload/file-field";
import { useUpload } from "../upload/use-upload";
import { useWaveform } from "../upload/use-waveform";
import { OfferCoverContext } from "./cover-offer";
import { CustomArtwork } from "./custom-artwork";
import { DragHandle } from "./drag-handle";
import dates from "./single-date.module.css";
import { TrackButtons } from "./track-buttons";
import styles from "./track-card.module.css";
import { TrackHeading } from "./track-heading";

/**
 * The file of a slot for a field with a preview: what the slot holds, where the file can be seen or
 * heard (just chosen, or stored; nowhere when it was refused), and what to do on a choice.
 */
function useSlotFile(slot: string) {
  const fileView = useMusicPage().files.find((file) => file.slot === slot);
  const live = useUpload(slot);
  const [choice, setChoice] = useState<{ file: File; url: string }>();
  useEffect(() => () => void (choice && URL.revokeObjectURL(choice.url)), [choice]);
  const storedUrl = fileView?.state === "complete" ? fileView.url : undefined;
  // The field for several files may have put another one in its place.
  const own = choice && choice.file === localFileIn(slot) ? choice.url : undefined;
  const here = live ? (own ?? live.url) : storedUrl;
  return {
    fileView,
    src: live?.phase === "failed" ? (live.replaces?.url ?? storedUrl) : here,
    onChoice: (file: File | undefined) =>
      setChoice(file && { file, url: URL.createObjectURL(file) }),
  };
}

interface TrackCardProps {
  track: Track;
  /** The same as its fields stand, a moment after the last key. */
  typed: Track;
  /** Where it stands, from 0. */
  index: number;
  /** How many tracks there are; the only one is neither numbered nor folded. */
  count: number;
  /** Whether the tracks come out one by one. */
  waterfall: boolean;
}

/**
 * Everything about one track, folded to a line or open. Its key must be its id: what is typed moves
 * with it. What is folded is posted, and sent, all the same.
 */
export function TrackCard(props: TrackCardProps) {
  const { track, typed, index, count, waterfall } = props;
  const { openTrack, showTrack } = useMusicPage();
  const scripted = useHydrated();
  const wrong = hasErrors(useFormReply().errors, index);
  const { id } = track;
  const at = `tracks[${index}]`;
  const alone = count === 1;
  // Without script nothing opens a folded track for who follows a link to an error in it.
  const open = alone || openTrack === id || (wrong && !scripted);
  const audio = useSlotFile(audioSlot(id));
  return (
    <section className={styles.card} data-track={id} data-alone={alone || undefined}>
      <HiddenField name={`${at}.id`} />
      <HiddenField name={`${at}.useCustomArtwork`} />
      {!alone && <DragHandle id={id} index={index} />}
      <details
        // Browsers keep one of a name open; those with errors may be open together.
        name={alone || wrong ? undefined : "open-track"}
        className={styles.fold}
        open={open}
        onToggle={({ currentTarget: fold }) => {
          if (!alone && fold.open !== open) showTrack(fold.open ? id : undefined);
        }}
      >
        <TrackHeading track={typed} index={index} alone={alone} />
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
          {!alone && <NextTrack id={id} index={index} />}
        </div>
      </details>
      {waterfall && <SingleDate track={track} index={index} />}
      {!alone && <TrackButtons id={id} index={index} count={count} />}
    </section>
  );
}

/** Goes on with the next track that misses something; where none does, all are folded. */
function NextTrack({ id, index }: { id: string; index: number }) {
  const following = useMusicPage().answers.tracks[index + 1];
  return (
    <button
      type="submit"
      name="intent"
      value={`next-track:${id}`}
      // Where a page without script is shown at afterwards.
      formAction={`#row-${following?.id ?? id}`}
      className={styles.next}
    >
      {following ? "Next track" : "Done with this track"}
    </button>
  );
}

/** The audio of a track, and a way to hear that it is the right one. */
function TrackAudio(props: { track: Track; index: number; file: ReturnType<typeof useSlotFile> }) {
  const { track, index, file } = props;
  const { fileView, src, onChoice } = file;
  const seconds = fileView?.probe?.kind === "wav" ? fileView.probe.seconds : undefined;
  const waveform = useWaveform(audioSlot(track.id), fileView);
  const offerCover = useContext(OfferCoverContext);
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
        fileView={fileView}
        onChoice={onChoice}
        onPicture={offerCover}
      />
      {src && (
        <AudioPreview
          src={src}
          label={track.title || `Track ${index + 1}`}
          seconds={seconds}
          waveform={waveform}
        />
      )}
    </>
  );
}

/** The day on which a single of a waterfall comes out; in sight also while its track is folded. */
function SingleDate({ track, index }: { track: Track; index: number }) {
  const { answers, today } = useMusicPage();
  const { id } = track;
  return (
    <div className={dates.date}>
      <TextField
        name={`tracks[${index}].releaseDate`}
        label={`Track ${index + 1} comes out on`}
        type="date"
        min={firstReleaseDay(answers.earlyReleaseRequest, new Date(today))}
        // Above the date, so that the button beside it stays level with it.
        inputWrapperOrder={["label", "description", "error", "input"]}
      />
      <button
        id={`gap-${id}`}
        type="submit"
        name="intent"
        value={index === 0 ? "space" : `gap:${id}`}
        className={`${buttons.button} ${dates.gap}`}
      >
        {index === 0 ? "The others every 6 weeks from here" : "4 weeks after the one before"}
        {index > 0 && <VisuallyHidden> (track {index + 1})</VisuallyHidden>}
      </button>
    </div>
  );
}
