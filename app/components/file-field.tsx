import { Button, Input, VisuallyHidden } from "@mantine/core";
import { type ChangeEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { FileView } from "~/uploads/upload";
import { choose, remove, retry } from "~/uploads/upload-queue.client";
import { formatBytes, percentSent, type UploadState, uploadWords } from "~/uploads/upload-state";
import { fieldId, labelText } from "./field";
import styles from "./file-field.module.css";
import { useStepReply } from "./step-reply";
import { useUpload } from "./use-upload";

interface FileFieldProps {
  /** The field's name, which is also the slot its file fills. */
  name: string;
  kind: "track" | "artwork";
  label: string;
  optional?: boolean;
  hint: string;
  /** The `accept` attribute: extensions and media types, since iOS often knows only one of them. */
  accept: string;
  /** What the slot holds already. */
  held?: FileView;
  /** Called with the file when one is chosen, and with nothing when it is removed. */
  onChoice?: (file: File | undefined) => void;
}

/**
 * A file of the form. The plain file input works alone; with script the chosen file is sent at
 * once and the same field shows its progress.
 */
export function FileField(props: FileFieldProps) {
  const { name, kind, label, optional, hint, accept, held, onChoice } = props;
  const scripted = useHydrated();
  const live = useUpload(name);
  const { errors } = useStepReply();
  const input = useRef<HTMLInputElement>(null);
  const id = fieldId(name);
  const error = live?.phase === "failed" ? live.text : live ? undefined : errors[name];

  function onChange(event: ChangeEvent<HTMLInputElement>) {
    const file = event.currentTarget.files?.[0];
    if (!file) return;
    choose(name, kind, file);
    onChoice?.(file);
  }

  function onRemove() {
    remove(name);
    // Left in place, the same file could not be chosen again: browsers see no change then.
    if (input.current) input.current.value = "";
    onChoice?.(undefined);
  }

  return (
    <Input.Wrapper
      id={id}
      label={labelText({ label, optional })}
      description={hint}
      error={error}
      inputWrapperOrder={["label", "description", "error", "input"]}
    >
      <div className={styles.box}>
        <FileStatus live={live} held={held} />
        <input
          ref={input}
          id={id}
          type="file"
          // With script the bytes are already on their way, so the form carries none.
          name={scripted ? undefined : name}
          accept={accept}
          className={styles.input}
          data-quiet={(scripted && (live || held)) || undefined}
          aria-describedby={`${id}-description${error ? ` ${id}-error` : ""}`}
          aria-invalid={error ? true : undefined}
          onChange={onChange}
        />
        <div className={styles.actions}>
          {live?.phase === "failed" && (
            <Button variant="default" onClick={() => retry(name)}>
              Try again<VisuallyHidden> to send {live.fileName}</VisuallyHidden>
            </Button>
          )}
          {(live || held) && (
            <Button
              type="submit"
              name="intent"
              value={`remove-file:${name}`}
              variant="default"
              onClick={onRemove}
            >
              Remove<VisuallyHidden> {live?.fileName ?? held?.fileName}</VisuallyHidden>
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}

function FileStatus({ live, held }: { live: UploadState | undefined; held: FileView | undefined }) {
  if (!live && !held) return null;
  const words = live
    ? uploadWords(live)
    : held?.state === "complete"
      ? `Uploaded and ready: ${formatBytes(held.size)}`
      : "Not fully sent. Choose the same file again to send it.";
  const done = live ? live.phase === "stored" : held?.state === "complete";
  return (
    <div className={styles.status} data-done={done || undefined}>
      <p className={styles.name}>{live?.fileName ?? held?.fileName}</p>
      <p>{words}</p>
      {live && live.phase !== "failed" && !done && <Bar live={live} />}
      <Announcement live={live} />
    </div>
  );
}

function Bar({ live }: { live: UploadState }) {
  return (
    <progress
      className={styles.bar}
      max={100}
      value={percentSent(live)}
      aria-label={`Sending ${live.fileName}`}
    />
  );
}

/** Speaks at every quarter, at the end and on failure; each tick would drown everything else. */
function Announcement({ live }: { live: UploadState | undefined }) {
  const quarter = live ? Math.floor(percentSent(live) / 25) * 25 : 0;
  const phase = live?.phase;
  const [spoken, setSpoken] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these changes are spoken.
  useEffect(() => {
    if (!live) return;
    const percent = phase === "sending" && quarter > 0 ? `${live.fileName}: ${quarter}% sent` : "";
    setSpoken(phase === "sending" ? percent : `${live.fileName}: ${uploadWords(live)}`);
  }, [quarter, phase]);
  return (
    <VisuallyHidden component="p" role="status">
      {spoken}
    </VisuallyHidden>
  );
}
