import { Group, Paper, Stack, VisuallyHidden } from "@mantine/core";
import { startTransition, useContext, useEffect, useState } from "react";
import { putFilesIntent } from "~/domain/submission/music/add-files";
import { firstReleaseDay } from "~/domain/submission/music/early-release";
import { hasErrors } from "~/domain/submission/music/music-view";
import type { Track } from "~/domain/submission/music/track";
import { tagsInAll } from "~/domain/uploads/chosen-files.client";
import { AUDIO_MAX_BYTES, WAV_ACCEPT } from "~/domain/uploads/file-rules";
import { hasTwoVersions } from "~/domain/uploads/slot-conflict";
import { audioSlot } from "~/domain/uploads/slots";
import { megabytes } from "~/platform/formats/bytes";
import { HiddenField, TextField } from "~/ui/field";
import { readControl } from "~/ui/form-dom";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { AudioPreview } from "~/ui/player/audio-preview";
import { useHydrated } from "~/ui/use-hydrated";
import { TrackTitleAdvice, tagsOf } from "../advice/title-advice";
import { ClipSection } from "../clips/clip-section";
import { useTrackSound } from "../clips/use-track-sound";
import { ChooseTrack } from "../contributors/bulk-section";
import { ContributorSection } from "../contributors/contributor-section";
import { useMusicPage } from "../music-page-context";
import { FileField } from "../upload/file-field";
import { uploads } from "../upload/uploads.client";
import { useUpload } from "../upload/use-upload";
import { OfferCoverContext } from "./cover-offer";
import { CustomArtwork } from "./custom-artwork";
import { DragHandle } from "./drag-handle";
import { TrackButtons } from "./track-buttons";
import styles from "./track-card.module.css";
import { TrackHeading } from "./track-heading";

/**
 * The file of a slot for a field with a preview: the stored file, the address of the chosen or stored one
 * (none if it was refused), and the callback for a choice.
 */
function useSlotFile(slot: string) {
  const fileView = useMusicPage().files.find((file) => file.slot === slot);
  const live = useUpload(slot);
  const [choice, setChoice] = useState<{ file: File; url: string }>();
  useEffect(() => () => void (choice && URL.revokeObjectURL(choice.url)), [choice]);
  const storedUrl = fileView?.state === "complete" ? fileView.url : undefined;
  // The field for several files may have replaced the choice.
  const chosenUrl =
    choice && choice.file === uploads.table.entryIn(slot)?.file ? choice.url : undefined;
  const displayedUrl = live ? (chosenUrl ?? live.url) : storedUrl;
  return {
    fileView,
    isUndecided: hasTwoVersions(live, fileView),
    tags: tagsOf(live, fileView),
    src: live?.phase === "failed" ? (live.replaces?.url ?? storedUrl) : displayedUrl,
    // The card is large: drawn in one go, it would keep a slow phone from answering.
    onChoice: (file: File | undefined) =>
      startTransition(() => setChoice(file && { file, url: URL.createObjectURL(file) })),
  };
}

interface TrackCardProps {
  track: Track;
  /** The track as currently typed, debounced. */
  currentTrack: Track;
  /** Its position, from 0. */
  index: number;
  /** The number of tracks; the only one is neither numbered nor folded. */
  count: number;
  /** Whether the tracks come out one by one. */
  waterfall: boolean;
}

/**
 * All fields of one track, folded or open. Its key must be its id, so that input moves with it. Folded fields
 * are posted as well.
 */
export function TrackCard(props: TrackCardProps) {
  const { track, currentTrack, index, count, waterfall } = props;
  const { openTrack, showTrack } = useMusicPage();
  const scripted = useHydrated();
  const isInvalid = hasErrors(useFormReply().errors, index);
  const { id } = track;
  const prefix = `tracks[${index}]`;
  const isOnly = count === 1;
  // Without script nothing else would open a folded track for a link to one of its errors.
  const open = isOnly || openTrack === id || (isInvalid && !scripted);
  const audio = useSlotFile(audioSlot(id));
  return (
    <Paper
      component="section"
      // The only track needs no frame of its own.
      withBorder={!isOnly}
      bg={isOnly ? undefined : "var(--surface)"}
      className={styles.card}
      data-track={id}
    >
      <HiddenField name={`${prefix}.id`} />
      <HiddenField name={`${prefix}.useCustomArtwork`} />
      {!isOnly && (
        <div className={styles.choose}>
          <ChooseTrack track={currentTrack} index={index} />
        </div>
      )}
      {!isOnly && <DragHandle id={id} index={index} />}
      <details
        // Browsers keep only one details element per name open; tracks with errors may be open together.
        name={isOnly || isInvalid ? undefined : "open-track"}
        open={open}
        onToggle={({ currentTarget: panel }) => {
          if (!isOnly && panel.open !== open) showTrack(panel.open ? id : undefined);
        }}
      >
        <TrackHeading track={currentTrack} index={index} isOnly={isOnly} />
        <Stack p={isOnly ? 0 : "sm"}>
          <TextField name={`${prefix}.title`} label="Track title" autoComplete="off" />
          <TrackTitleAdvice track={currentTrack} index={index} tags={audio.tags} />
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
          {!isOnly && <NextTrack id={id} index={index} />}
        </Stack>
      </details>
      {waterfall && <SingleDate track={track} index={index} />}
      {!isOnly && <TrackButtons id={id} index={index} count={count} />}
    </Paper>
  );
}

/** Opens the next track with missing answers; if there is none, folds all. */
function NextTrack({ id, index }: { id: string; index: number }) {
  const nextTrack = useMusicPage().answers.tracks[index + 1];
  return (
    <div>
      <IntentButton
        intent={`next-track:${id}`}
        // The element to show after a post without script.
        formAction={`#row-${nextTrack?.id ?? id}`}
        variant="light"
      >
        {nextTrack ? "Next track" : "Done with this track"}
      </IntentButton>
    </div>
  );
}

function TrackAudio(props: { track: Track; index: number; file: ReturnType<typeof useSlotFile> }) {
  const { track, index, file } = props;
  const { fileView, isUndecided, src, onChoice } = file;
  const sound = useTrackSound(track, src);
  const offerCover = useContext(OfferCoverContext);
  const { press } = useFormReply();

  /** Names a track without a title after its file. */
  async function nameAfter(chosen: File) {
    const [tags] = await tagsInAll([chosen]);
    if (readControl(`tracks[${index}].title`) === "")
      press(putFilesIntent([{ trackId: track.id, fileName: chosen.name, again: false, tags }]));
  }

  return (
    <>
      <FileField
        name={`tracks[${index}].file`}
        slot={audioSlot(track.id)}
        kind="track"
        label="Audio"
        hint={`One WAV file, at most ${megabytes(AUDIO_MAX_BYTES)}MB.`}
        accept={WAV_ACCEPT}
        emptyText="Awaiting upload"
        fileView={fileView}
        onChoice={(chosen) => {
          onChoice(chosen);
          if (chosen) void nameAfter(chosen);
        }}
        onPicture={offerCover}
      />
      {sound && !isUndecided && (
        <AudioPreview {...sound} label={track.title || `Track ${index + 1}`} />
      )}
    </>
  );
}

/** The release date of a waterfall single, visible while its track is folded. */
function SingleDate({ track, index }: { track: Track; index: number }) {
  const { answers, today } = useMusicPage();
  const { id } = track;
  return (
    <Group align="end" gap="xs" className={styles.row}>
      <TextField
        name={`tracks[${index}].releaseDate`}
        label={`Track ${index + 1} comes out on`}
        type="date"
        min={firstReleaseDay(answers.earlyReleaseRequest, new Date(today))}
        // The error is above the date, so that the button stays aligned with it.
        inputWrapperOrder={["label", "description", "error", "input"]}
        flex="0 1 148px"
        // Longer than its date.
        styles={{ label: { maxWidth: "none", fontWeight: 400, whiteSpace: "nowrap" } }}
      />
      <IntentButton
        id={`gap-${id}`}
        intent={index === 0 ? "space" : `gap:${id}`}
        variant="default"
        flex="1 1 100px"
        maw="max-content"
        mih={44}
        fz="sm"
        px={4}
      >
        {index === 0 ? "The others every 6 weeks from here" : "4 weeks after the one before"}
        {index > 0 && <VisuallyHidden> (track {index + 1})</VisuallyHidden>}
      </IntentButton>
    </Group>
  );
}
