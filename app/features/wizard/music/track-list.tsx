import { Stack, Text } from "@mantine/core";
import { lazy, Suspense, useRef } from "react";
import { canAddTrack, releaseTypeOf } from "~/domain/submission/music/release-type";
import type { Track } from "~/domain/submission/music/track";
import { isWaterfall } from "~/domain/submission/music/waterfall";
import { audioSlot } from "~/domain/uploads/slots";
import type { FileView } from "~/domain/uploads/upload";
import { FormSection } from "~/ui/form-section";
import { IntentButton } from "~/ui/intent-button";
import { AlikeAdvice } from "../advice/alike-advice";
import { BulkSection } from "../contributors/bulk-section";
import { useMusicPage } from "../music-page-context";
import { retryImport } from "../retry-import";
import { uploads } from "../upload/uploads.client";
import { useStoredCount, useUploads } from "../upload/use-upload";
import { TrackCard } from "./track-card";
import { AddFilesButtons, TrackFiles } from "./track-files";
import { useOpenTrack } from "./use-open-track";

/** The tracks of the release, of which one at a time is open. */
export function TrackList() {
  const { answers } = useMusicPage();
  const { tracks, releaseType } = answers;
  const { label, most: maxTracks } = releaseTypeOf(releaseType);
  const waterfall = isWaterfall(answers);
  const list = useRef<HTMLDivElement>(null);
  const currentTracks = useOpenTrack(list);
  return (
    <FormSection
      title={tracks.length > 1 ? "Your tracks" : "Your track"}
      aside={<AddFilesButtons />}
    >
      {tracks.length > 1 && <StoredCount tracks={tracks} />}
      {tracks.length > 1 && <SameAudioNote tracks={tracks} />}
      <TrackFiles />
      {tracks.length > 1 && <AlikeAdvice tracks={currentTracks} />}
      {tracks.length > 1 && <BulkSection tracks={currentTracks} />}
      <Stack ref={list} gap={0} data-tracks id="tracks" tabIndex={-1}>
        {tracks.map((track, index) => (
          <TrackCard
            key={track.id}
            track={track}
            currentTrack={currentTracks.find(({ id }) => id === track.id) ?? track}
            index={index}
            count={tracks.length}
            waterfall={waterfall}
          />
        ))}
      </Stack>
      {canAddTrack(releaseType, tracks.length) ? (
        <div>
          <IntentButton intent="add-track" variant="default">
            Add a track
          </IntentButton>
        </div>
      ) : (
        <Text c="dimmed">
          {label} releases have at most {maxTracks} tracks.
        </Text>
      )}
    </FormSection>
  );
}

function StoredCount({ tracks }: { tracks: readonly Track[] }) {
  const { files } = useMusicPage();
  const storedSlots = new Set(
    files.flatMap(({ slot, state, coming: pending }) =>
      state === "complete" && !pending ? [slot] : [],
    ),
  );
  const storedCount = useStoredCount(
    tracks.map(({ id }) => audioSlot(id)),
    storedSlots,
  );
  return (
    <Text c="dimmed">
      {storedCount} of {tracks.length} uploaded and ready
    </Text>
  );
}

const SameAudio = lazy(() => retryImport(() => import("./same-audio")));
const SEPARATOR = " ";

/** The fingerprint of the file chosen in this tab: equal for equal audio data, whatever its metadata. */
const fingerprintIn = (slot: string) => uploads.table.stateIn(slot)?.audio;
/** The hash of the stored file, which is all that is known from an earlier visit. */
const storedHash = (slot: string, files: readonly FileView[]) =>
  files.find((file) => file.slot === slot && file.state === "complete")?.sha256;

const hasDuplicates = (keys: readonly string[]) =>
  keys.some((key, index) => key !== "" && keys.indexOf(key) < index);

/** A key of each track's audio, "" where there is none. */
const useAudioKeys = (
  tracks: readonly Track[],
  readKey: (slot: string) => string | null | undefined,
): string[] =>
  useUploads(() => tracks.map(({ id }) => readKey(audioSlot(id)) ?? "").join(SEPARATOR), "").split(
    SEPARATOR,
  );

/** Shows a note when two tracks have the same audio; its text is loaded only then. */
function SameAudioNote({ tracks }: { tracks: readonly Track[] }) {
  const { files } = useMusicPage();
  const heardKeys = useAudioKeys(tracks, fingerprintIn);
  const storedKeys = useAudioKeys(tracks, (slot) => storedHash(slot, files));
  const keys = [heardKeys, storedKeys].find(hasDuplicates);
  if (!keys) return null;
  return (
    <Suspense>
      <SameAudio tracks={tracks} keys={keys} />
    </Suspense>
  );
}
