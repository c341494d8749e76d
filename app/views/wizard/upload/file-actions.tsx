import type { MouseEvent } from "react";
import { Button, VisuallyHidden } from "~/components/controls";
import { pause, resume, retry } from "~/uploads/sending/upload-queue.client";
import type { UploadState } from "~/uploads/upload-state";
import styles from "./file-field.module.css";

interface FileActionsProps {
  slot: string;
  fileName: string;
  live: UploadState | undefined;
  /** The name of the stored file in whose place this one was refused. */
  stays: string | undefined;
  /** Whether another file was refused, so that everybody must see which one a button is about. */
  named: boolean;
  onRemove: (event: MouseEvent) => void;
}

/** What can be done with the file of a field; each button names the file to who cannot see it. */
export function FileActions(props: FileActionsProps) {
  const { slot, fileName, live, stays, named, onRemove } = props;
  const phase = live?.phase;
  return (
    <div className={styles.actions}>
      {(phase === "sending" || phase === "waiting") && (
        <Button variant="default" onClick={() => pause(slot)}>
          Pause<VisuallyHidden> sending {fileName}</VisuallyHidden>
        </Button>
      )}
      {phase === "paused" && (
        <Button variant="default" onClick={() => resume(slot)}>
          Resume<VisuallyHidden> sending {fileName}</VisuallyHidden>
        </Button>
      )}
      {phase === "failed" && live?.mayRetry && (
        <Button variant="default" onClick={() => retry(slot)}>
          Try again<VisuallyHidden> to send {fileName}</VisuallyHidden>
        </Button>
      )}
      <Button
        type="submit"
        name="intent"
        value={`remove-file:${slot}`}
        variant="default"
        onClick={onRemove}
      >
        {stays !== undefined && `Keep ${stays}`}
        {stays === undefined && named && `Remove ${fileName}`}
        {stays === undefined && !named && (
          <>
            Remove<VisuallyHidden> {fileName}</VisuallyHidden>
          </>
        )}
      </Button>
    </div>
  );
}
