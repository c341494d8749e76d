import { Button, Group, Input, Text, VisuallyHidden } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { type MouseEvent, useRef, useState } from "react";
import { withoutSystemFiles } from "~/domain/uploads/chosen-files.client";
import { findCover } from "~/domain/uploads/cover-among-files";
import type { ChangeOutcome } from "~/domain/uploads/sending/upload-queue.client";
import { hasTwoVersions } from "~/domain/uploads/slot-conflict";
import { keepFileIntent, REMOVE_FILE } from "~/domain/uploads/slots";
import { systemFilesText } from "~/domain/uploads/system-files";
import type { FileView } from "~/domain/uploads/upload";
import type { UploadKind } from "~/domain/uploads/upload-kinds";
import { needsFile, type UploadFacts } from "~/domain/uploads/upload-state";
import { keepFileLabel, notChangedText } from "~/domain/uploads/upload-texts";
import { fieldId, labelText } from "~/ui/field";
import { useFormReply } from "~/ui/form-reply-context";
import { SecondaryButton } from "~/ui/intent-button";
import { useHydrated } from "~/ui/use-hydrated";
import { useOnMount } from "~/ui/use-on-change";
import fields from "../file-box.module.css";
import { chooseFile } from "./choose-file";
import { DropArea } from "./drop-area";
import { FileStatus, FoundInFile, storedInPlace } from "./file-status";
import { TwoVersions } from "./two-versions";
import { uploads } from "./uploads.client";
import { useUpload } from "./use-upload";

interface FileActionsProps {
  slot: string;
  fileName: string;
  live: UploadFacts | undefined;
  /** The stored file that the refused or pending one would replace. */
  storedFile: { fileName: string; uploadId: string } | undefined;
  /** Whether there is an error, so that the button must name its file. */
  namesFile: boolean;
  onRemove: (event: MouseEvent) => void;
}

/** The actions for a field's file; each button names the file for screen readers. */
function FileActions(props: FileActionsProps) {
  const { slot, fileName, live, storedFile, namesFile, onRemove } = props;
  const phase = live?.phase;
  return (
    <Group gap="xs">
      {(phase === "sending" || phase === "waiting") && (
        <Button variant="default" onClick={() => uploads.pause(slot)}>
          Pause<VisuallyHidden> sending {fileName}</VisuallyHidden>
        </Button>
      )}
      {phase === "paused" && (
        <Button variant="default" onClick={() => uploads.resume(slot)}>
          Resume<VisuallyHidden> sending {fileName}</VisuallyHidden>
        </Button>
      )}
      {phase === "failed" && live?.canRetry && (
        <Button variant="default" onClick={() => uploads.tryAgain(slot)}>
          Try again<VisuallyHidden> to send {fileName}</VisuallyHidden>
        </Button>
      )}
      <SecondaryButton
        intent={storedFile ? keepFileIntent(slot, storedFile.uploadId) : REMOVE_FILE + slot}
        onClick={onRemove}
      >
        {storedFile && keepFileLabel(fileName, storedFile.fileName)}
        {!storedFile && namesFile && `Remove ${fileName}`}
        {!storedFile && !namesFile && (
          <>
            Remove<VisuallyHidden> {fileName}</VisuallyHidden>
          </>
        )}
      </SecondaryButton>
    </Group>
  );
}

interface FileFieldProps {
  /** The field's name in posts without script and in errors. */
  name: string;
  /** The slot stays the same when the field's index changes. */
  slot: string;
  kind: UploadKind;
  label: string;
  optional?: boolean;
  hint: string;
  /** The `accept` attribute: extensions and media types, since iOS often knows only one of them. */
  accept: string;
  /** The slot's file on the server. */
  fileView?: FileView;
  /** Shown while there is no file. */
  emptyText?: string;
  /** Called with the file when one is chosen, and with undefined when it is removed. */
  onChoice?: (file: File | undefined) => void;
  /** Called with a picture that was dropped on a field for audio. */
  onPicture?: (picture: File) => void;
}

/** The file at hand in a field, and what becomes of a chosen, a dropped and a removed one. */
function useFieldFile({ name, slot, kind, fileView, onChoice, onPicture }: FileFieldProps) {
  const live = useUpload(slot);
  const { errors, press } = useFormReply();
  const { revalidate } = useRevalidator();
  const input = useRef<HTMLInputElement>(null);
  const [dropError, setDropError] = useState<string>();
  const [leftOutText, setLeftOutText] = useState<string>();
  const errorText = errors[name]?.text;
  const failureText = live?.phase === "failed" && !live.conflict ? live.text : undefined;
  // The form's error may contain the same reason with a general text.
  const error =
    dropError ??
    (failureText && errorText?.endsWith(failureText)
      ? errorText
      : (failureText ?? (live && !needsFile(live) ? undefined : errorText)));
  const existingFile = storedInPlace(live, fileView);

  function handleFile(file: File) {
    setDropError(undefined);
    chooseFile(slot, kind, file);
    onChoice?.(file);
  }

  function handleDrop(droppedFiles: File[]) {
    withoutSystemFiles(droppedFiles, (files, leftOut) => {
      setLeftOutText(systemFilesText(leftOut));
      const picture = onPicture && findCover(files);
      if (picture) onPicture(picture);
      const [file, ...others] = files.filter((candidate) => candidate !== picture);
      if (file && others.length === 0) handleFile(file);
      else if (file) setDropError("Drop one file at a time");
    });
  }

  // Chosen before hydration, or restored by the browser. A new export may have the name and size of the
  // stored file, so the bytes decide whether it is the same.
  useOnMount(() => {
    const file = input.current?.files?.[0];
    if (file && !uploads.table.stateIn(slot)) handleFile(file);
  });

  async function changeSlot(change: Promise<ChangeOutcome>) {
    const { conflict } = await change;
    if (!conflict) return;
    const { file } = conflict;
    setDropError(notChangedText(file?.state === "complete" ? file.fileName : undefined));
    revalidate();
  }

  function onRemove(event: MouseEvent) {
    event.preventDefault();
    setDropError(undefined);
    press(existingFile ? keepFileIntent(slot, existingFile.uploadId) : REMOVE_FILE + slot);
    void changeSlot(uploads.change(slot, existingFile?.uploadId ?? null));
    // Emptied, so that the same file can be chosen again.
    if (input.current) input.current.value = "";
    input.current?.focus();
    onChoice?.(undefined);
  }

  return {
    ...{ input, live, existingFile, leftOutText, handleFile, handleDrop, onRemove },
    ...{ error, hasFormError: errorText !== undefined },
  };
}

/**
 * A file field. The native input works without script; with script the chosen or dropped file is uploaded at
 * once, and the field shows the progress.
 */
export function FileField(props: FileFieldProps) {
  const { name, slot, label, optional, hint, accept, fileView, emptyText } = props;
  const scripted = useHydrated();
  const file = useFieldFile(props);
  const { live, existingFile, error, leftOutText } = file;
  const id = fieldId(name);
  const fileName = live?.fileName ?? fileView?.coming?.fileName ?? fileView?.fileName;
  // Then its own buttons ask which of two files to keep.
  const isUndecided = hasTwoVersions(live, fileView);
  return (
    <Input.Wrapper
      id={id}
      label={labelText({ label, optional })}
      description={hint}
      // Once there is a file, the hint is for screen readers only.
      descriptionProps={fileName && !error ? { className: "unseen" } : undefined}
      error={error}
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      <Group gap="4px 8px" className={fields.box}>
        <FileStatus slot={slot} fileView={fileView} emptyText={emptyText} />
        <input
          ref={file.input}
          id={id}
          type="file"
          // With script the file is uploaded apart from the form.
          name={scripted ? undefined : name}
          accept={accept}
          className={fields.input}
          data-filled={(fileName ?? emptyText) !== undefined || undefined}
          data-quiet={scripted || undefined}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ""}`}
          aria-invalid={error ? true : undefined}
          // Browsers fire no change event when the same name is chosen again, as after a new export.
          onClick={({ currentTarget }) => {
            if (scripted) currentTarget.value = "";
          }}
          onFocus={() => uploads.preload()}
          onPointerEnter={() => uploads.preload()}
          onChange={({ currentTarget: { files } }) => files?.[0] && file.handleFile(files[0])}
        />
        {isUndecided ? null : fileName ? (
          <FileActions
            slot={slot}
            fileName={fileName}
            live={live}
            storedFile={existingFile}
            namesFile={file.hasFormError}
            onRemove={file.onRemove}
          />
        ) : (
          <Text component="span" size="sm" c="dimmed" className={fields.drop} aria-hidden="true">
            or drop it here
          </Text>
        )}
        <TwoVersions slot={slot} live={live} fileView={fileView} />
        <FoundInFile live={live} fileView={fileView} />
        {leftOutText && <p role="status">{leftOutText}</p>}
        <DropArea onFiles={file.handleDrop} />
      </Group>
    </Input.Wrapper>
  );
}
