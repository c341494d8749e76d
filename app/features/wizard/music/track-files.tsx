import { Button, FileButton, Group, Input, Text, VisuallyHidden } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { putFilesIntent } from "~/domain/submission/music/add-files";
import {
  createFileAssigner,
  FILES_FIELD,
  ROWS_FIELD,
  rejectedFilesText,
  tooManyFilesText,
} from "~/domain/submission/music/assign-files";
import { byFileName } from "~/domain/submission/music/file-titles";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { withoutSystemFiles } from "~/domain/uploads/chosen-files.client";
import { checkAmongTracks, coverText, findCover } from "~/domain/uploads/cover-among-files";
import { AUDIO_MAX_BYTES, WAV_ACCEPT } from "~/domain/uploads/file-rules";
import { isSameFileName } from "~/domain/uploads/receiving/object-key";
import { ARTWORK_SLOT, audioSlot } from "~/domain/uploads/slots";
import { systemFilesText } from "~/domain/uploads/system-files";
import type { FileView } from "~/domain/uploads/upload";
import { megabytes } from "~/platform/formats/bytes";
import { fieldId } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnChange, useOnMount } from "~/ui/use-on-change";
import fields from "../file-box.module.css";
import layout from "../layout.module.css";
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
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string>();
  const [leftOutText, setLeftOutText] = useState<string>();
  const [takenText, setTakenText] = useState<string>();
  const [cover, offerCover] = useState<File>();
  const pendingFiles = useRef<{ trackId: string; file: File }[]>([]);

  // Uploads start once the page has the new tracks, so that the tracks are saved first.
  useOnChange(answers, () => {
    const ready = pendingFiles.current;
    pendingFiles.current = [];
    for (const { trackId, file } of ready) chooseFile(audioSlot(trackId), "track", file);
    // What stores may say to their names is known once they are saved.
    if (ready.length > 0) void uploads.allAnnounced().then(revalidate);
  });

  // Filtering system files is asynchronous, and the answers may change meanwhile.
  const latestPlaceFiles = useRef(placeFiles);
  useEffect(() => {
    latestPlaceFiles.current = placeFiles;
  });
  /** Makes a picture the artwork; asks first where there is one. */
  function takePicture(picture: File) {
    if (slotFileName(ARTWORK_SLOT, files) !== undefined) return offerCover(picture);
    chooseFile(ARTWORK_SLOT, "artwork", picture);
    setTakenText(coverText(picture.name));
  }

  function add(chosenFiles: readonly File[]) {
    setTakenText(undefined);
    withoutSystemFiles(chosenFiles, (others, leftOut) => {
      setLeftOutText(systemFilesText(leftOut));
      latestPlaceFiles.current(others);
    });
  }

  function placeFiles(chosenFiles: readonly File[]) {
    const { tracks } = answers;
    const picture = findCover(chosenFiles);
    if (picture) takePicture(picture);
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
      [tooManyFilesText(leftOut), rejectedFilesText(refusals)].filter(Boolean).join(" ") ||
        undefined,
    );
    if (toSend.length === 0) return;
    pendingFiles.current.push(
      ...toSend.map(({ file, place }) => ({ trackId: place.trackId, file })),
    );
    press(putFilesIntent(toSend.map(({ place }) => place)));
  }
  return {
    add,
    problem,
    notices: [takenText, leftOutText].filter(Boolean).join(" "),
    takePicture,
    offer: cover && (
      <CoverOffer
        picture={cover}
        present={slotFileName(ARTWORK_SLOT, files) ?? ""}
        onAnswer={() => offerCover(undefined)}
      />
    ),
  };
}

const FilesContext = createContext<ReturnType<typeof useTrackFiles> | undefined>(undefined);

/** The sections of the step: files may be dropped anywhere on them. */
export function TrackFilesArea({ children }: { children: ReactNode }) {
  const files = useTrackFiles();
  const { answers } = useMusicPage();
  return (
    <FilesContext.Provider value={files}>
      <OfferCoverContext.Provider value={files.takePicture}>
        <div className={`${layout.form} ${styles.area}`}>
          {children}
          {hasNewMusic(answers) && (
            <DropArea onFiles={files.add} invitation="Drop to add to your tracks" containsAreas />
          )}
        </div>
      </OfferCoverContext.Provider>
    </FilesContext.Provider>
  );
}

/** The field for several files, and what became of the last ones. */
export function TrackFiles() {
  const files = useContext(FilesContext);
  const { told } = useMusicPage();
  return (
    <>
      <FilesField onFiles={(chosen) => files?.add(chosen)} problem={files?.problem} />
      {[told, files?.notices].map(
        (text) =>
          text && (
            <Text key={text} role="status" size="sm">
              {text}
            </Text>
          ),
      )}
      {files?.offer}
    </>
  );
}

interface FilesFieldProps {
  onFiles: (files: File[]) => void;
  /** What is wrong with the last chosen files, as far as this page knows. */
  problem: string | undefined;
}

/** Chooses all files of a folder, in browsers that can. */
function FolderButton() {
  const files = useContext(FilesContext);
  const reset = useRef<() => void>(null);
  if (!("webkitdirectory" in HTMLInputElement.prototype)) return null;
  return (
    <FileButton
      multiple
      resetRef={reset}
      // React's types do not know it.
      inputProps={{ ...{ webkitdirectory: "" }, "aria-label": "Choose a folder" }}
      onChange={(chosen) => {
        files?.add(chosen);
        // So that it can be chosen again.
        reset.current?.();
      }}
    >
      {({ onClick }) => (
        <Button variant="default" px="sm" onClick={onClick}>
          <VisuallyHidden>Choose a</VisuallyHidden>&nbsp;folder
        </Button>
      )}
    </FileButton>
  );
}

/** Choose files or a folder, beside the heading of the tracks; without script the field below does. */
export function AddFilesButtons() {
  const scripted = useHydrated();
  return (
    <Group gap="xs" className={styles.buttons}>
      <Button
        component="label"
        htmlFor={fieldId(FILES_FIELD)}
        variant="default"
        px="sm"
        className={styles.add}
      >
        Add files
      </Button>
      {scripted && <FolderButton />}
    </Group>
  );
}

/** A file input for several files: with script behind a button, without it with one that submits them. */
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
    <>
      <Input.Wrapper
        id={id}
        label="Add several files at once"
        description={`WAV files, at most ${megabytes(AUDIO_MAX_BYTES)}MB each. We add them to your tracks in the order of their names. A track without a title gets the name of its file.`}
        className={styles.field}
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
        </Group>
      </Input.Wrapper>
      {error && (
        <Input.Error id={`${id}-error`} role="alert" fz="sm">
          {error}
        </Input.Error>
      )}
    </>
  );
}
