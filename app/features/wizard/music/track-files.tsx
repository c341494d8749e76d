import { Group, Input, Text } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { putFilesIntent } from "~/domain/submission/music/add-files";
import {
  createFileAssigner,
  FILES_FIELD,
  ROWS_FIELD,
  rejectedFilesText,
  tooManyFilesText,
} from "~/domain/submission/music/assign-files";
import { byFileName } from "~/domain/submission/music/file-titles";
import { releaseTypeOf } from "~/domain/submission/music/release-type";
import { withoutSystemFiles } from "~/domain/uploads/chosen-files.client";
import { checkAmongTracks, findCover } from "~/domain/uploads/cover-among-files";
import { AUDIO_MAX_BYTES, WAV_ACCEPT } from "~/domain/uploads/file-rules";
import { isSameFileName } from "~/domain/uploads/receiving/object-key";
import { audioSlot } from "~/domain/uploads/slots";
import { systemFilesText } from "~/domain/uploads/system-files";
import type { FileView } from "~/domain/uploads/upload";
import { megabytes } from "~/platform/formats/bytes";
import { fieldId } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnChange, useOnMount } from "~/ui/use-on-change";
import fields from "../file-box.module.css";
import { newTrackId, useMusicPage } from "../music-page-context";
import { chooseFile } from "../upload/choose-file";
import { DropArea } from "../upload/drop-area";
import { uploads } from "../upload/uploads.client";
import { CoverOffer, OfferCoverContext } from "./cover-offer";
import styles from "./track-files.module.css";

/** The name of a slot's file, stored or being uploaded; a refused file does not count. */
function slotFileName(slot: string, files: readonly FileView[]): string | undefined {
  const live = uploads.table.stateIn(slot);
  const fileView = files.find((file) => file.slot === slot && file.state !== "expired");
  if (live && live.phase !== "failed") return live.fileName;
  return live?.replaces?.fileName ?? fileView?.fileName;
}

/** The name of a slot's stored file. */
function storedFileName(slot: string, files: readonly FileView[]): string | undefined {
  const live = uploads.table.stateIn(slot);
  if (live?.phase === "stored") return live.fileName;
  const fileView = files.find((file) => file.slot === slot && file.state === "complete");
  return live?.replaces?.fileName ?? fileView?.fileName;
}

/** Assigns several files to tracks, adds missing tracks, and uploads the files. */
function useTrackFiles() {
  const { answers, files } = useMusicPage();
  const { press } = useFormReply();
  const [problem, setProblem] = useState<string>();
  const [leftOutText, setLeftOutText] = useState<string>();
  const [cover, offerCover] = useState<File>();
  const pendingFiles = useRef<{ trackId: string; file: File }[]>([]);

  // Uploads start once the page has the new tracks, so that the tracks are saved first.
  useOnChange(answers, () => {
    const ready = pendingFiles.current;
    pendingFiles.current = [];
    for (const { trackId, file } of ready) chooseFile(audioSlot(trackId), "track", file);
  });

  // Filtering system files is asynchronous, and the answers may change meanwhile.
  const latestPlaceFiles = useRef(placeFiles);
  useEffect(() => {
    latestPlaceFiles.current = placeFiles;
  });
  function add(chosenFiles: readonly File[]) {
    withoutSystemFiles(chosenFiles, (others, leftOut) => {
      setLeftOutText(systemFilesText(leftOut));
      latestPlaceFiles.current(others);
    });
  }

  function placeFiles(chosenFiles: readonly File[]) {
    const { tracks, releaseType } = answers;
    const picture = findCover(chosenFiles);
    if (picture) offerCover(picture);
    const choices = chosenFiles
      .filter((file) => file !== picture)
      .map((file) => ({ file, fileName: file.name, text: checkAmongTracks(file) }));
    // Files that were just assigned may not be in the answers yet.
    const pending = pendingFiles.current.map(({ trackId, file }) => ({
      trackId,
      fileName: file.name,
    }));
    const trackIds = [...tracks.map(({ id }) => id), ...pending.map(({ trackId }) => trackId)];
    const trackFiles = tracks.flatMap(({ id }) => {
      const fileName = slotFileName(audioSlot(id), files);
      return fileName === undefined ? [] : [{ trackId: id, fileName }];
    });
    const places = createFileAssigner({
      trackIds: [...new Set(trackIds)],
      maxTracks: releaseTypeOf(releaseType).most,
      trackFiles: [...trackFiles, ...pending],
      newId: newTrackId,
    });
    const placements = choices
      .filter(({ text }) => text === undefined)
      .sort((a, b) => byFileName(a.fileName, b.fileName))
      .map(({ file }) => ({ file, place: places.assign(file.name) }));
    const findStoredName = (fileName: string) =>
      tracks
        .map(({ id }) => storedFileName(audioSlot(id), files))
        .find((storedName) => storedName !== undefined && isSameFileName(storedName, fileName));
    const leftOut = placements.flatMap(({ file, place }) => (place ? [] : [file.name]));
    const refusals = choices.flatMap(({ fileName, text }) =>
      text === undefined ? [] : [{ fileName, text, storedFileName: findStoredName(fileName) }],
    );
    const toSend = placements.flatMap(({ file, place }) => (place ? [{ file, place }] : []));
    setProblem(
      [tooManyFilesText(releaseType, leftOut), rejectedFilesText(refusals)]
        .filter(Boolean)
        .join(" ") || undefined,
    );
    if (toSend.length === 0) return;
    pendingFiles.current.push(
      ...toSend.map(({ file, place }) => ({ trackId: place.trackId, file })),
    );
    press(putFilesIntent(toSend.map(({ place }) => place)));
  }
  return { add, problem, leftOutText, cover, offerCover };
}

/** The tracks of a release with the field for several files; files may also be dropped anywhere on them. */
export function TrackFiles({ children }: { children: ReactNode }) {
  const { answers } = useMusicPage();
  const { add, problem, leftOutText, cover, offerCover } = useTrackFiles();
  // The only track of a single has a field of its own.
  const isSingleTrack = answers.releaseType === "single" && answers.tracks.length === 1;
  return (
    <div className={styles.area}>
      {isSingleTrack ? (
        problem && (
          <Text role="alert" size="sm" fw={600} c="var(--bad)" mb="sm" data-wrong>
            {problem}
          </Text>
        )
      ) : (
        <FilesField onFiles={add} problem={problem} />
      )}
      {leftOutText && (
        <Text role="status" size="sm" mb="sm">
          {leftOutText}
        </Text>
      )}
      {cover && <CoverOffer picture={cover} onAnswer={() => offerCover(undefined)} />}
      <OfferCoverContext.Provider value={offerCover}>{children}</OfferCoverContext.Provider>
      <DropArea
        onFiles={add}
        invitation="Drop these files to add them to your tracks"
        containsAreas
      />
    </div>
  );
}

interface FilesFieldProps {
  onFiles: (files: File[]) => void;
  /** What is wrong with the last chosen files, as far as this page knows. */
  problem: string | undefined;
}

/** A file input for several files; without script a button submits them. */
function FilesField({ onFiles, problem }: FilesFieldProps) {
  const { answers } = useMusicPage();
  const { errors } = useFormReply();
  const scripted = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const id = fieldId(FILES_FIELD);
  const error = problem ?? errors[FILES_FIELD]?.text;

  function handleChoice() {
    const files = [...(input.current?.files ?? [])];
    // Emptied, so that the same files can be chosen again.
    if (input.current) input.current.value = "";
    if (files.length > 0) onFiles(files);
  }
  // Files may have been chosen before hydration.
  useOnMount(handleChoice);

  return (
    <Input.Wrapper
      id={id}
      label="Add several files at once"
      description={`WAV files, at most ${megabytes(AUDIO_MAX_BYTES)}MB each. We add them to your tracks in the order of their names. A track without a title gets the name of its file.`}
      error={error && <span role="alert">{error}</span>}
      inputWrapperOrder={["label", "description", "error", "input"]}
      mb="sm"
    >
      <Group gap="4px 8px" className={fields.box}>
        {!scripted && (
          <input
            type="hidden"
            name={ROWS_FIELD}
            value={answers.tracks.map((track) => track.id).join(" ")}
          />
        )}
        <input
          ref={input}
          id={id}
          type="file"
          multiple
          name={scripted ? undefined : FILES_FIELD}
          accept={WAV_ACCEPT}
          className={fields.input}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ""}`}
          aria-invalid={error ? true : undefined}
          onFocus={() => uploads.preload()}
          onPointerEnter={() => uploads.preload()}
          onChange={handleChoice}
        />
        {!scripted && (
          <IntentButton intent="add-files" formAction={`#${id}`} variant="default">
            Add these files
          </IntentButton>
        )}
        <Text
          component="span"
          size="sm"
          c="dimmed"
          className={fields.drop}
          data-scripted={scripted || undefined}
          aria-hidden="true"
        >
          or drop them on your tracks
        </Text>
      </Group>
    </Input.Wrapper>
  );
}
