import { Button, FileButton, Group, Input, Text, VisuallyHidden } from "@mantine/core";
import { createContext, type ReactNode, useContext, useRef } from "react";
import { FILES_FIELD, ROWS_FIELD } from "~/domain/submission/music/assign-files";
import { hasNewMusic } from "~/domain/submission/music/upload-type";
import { AUDIO_MAX_BYTES, WAV_ACCEPT } from "~/domain/uploads/file-rules";
import { megabytes } from "~/platform/formats/bytes";
import { fieldId } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { IntentButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnMount } from "~/ui/use-on-change";
import fields from "../file-box.module.css";
import layout from "../layout.module.css";
import { useMusicPage } from "../music-page-context";
import { DropArea } from "../upload/drop-area";
import { uploads } from "../upload/uploads.client";
import { CoverOffer, OfferCoverContext } from "./cover-offer";
import styles from "./track-files.module.css";
import { useTrackFiles } from "./use-track-files";

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
  const { notice } = useMusicPage();
  return (
    <>
      <OneRequestNote />
      <FilesField onFiles={(chosen) => files?.add(chosen)} problem={files?.problem} />
      {[notice, files?.notices].map(
        (text) =>
          text && (
            <Text key={text} role="status" size="sm">
              {text}
            </Text>
          ),
      )}
      {files?.offer && <CoverOffer {...files.offer} />}
    </>
  );
}

/**
 * The size limit without script: edge networks cut a request at 100 MB. Shown before the first file is
 * chosen, and if the scripts fail to load.
 */
function OneRequestNote() {
  if (useHydrated()) return null;
  return (
    <p className={styles.unscripted}>
      Without JavaScript this page sends everything at once. It can send 100MB, which is about 95MB
      for the files you choose. For a bigger file, reload the page, use a browser with JavaScript,
      or <a href="/submit/continue">continue on another device</a>.
    </p>
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
          <VisuallyHidden>Choose a folder</VisuallyHidden>
          <span aria-hidden="true">Folder</span>
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
          {/* With scripts, too: a field that goes away would count as a change to save. */}
          <input
            type="hidden"
            name={ROWS_FIELD}
            value={answers.tracks.map((track) => track.id).join(" ")}
          />
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
