import { VisuallyHidden } from "@mantine/core";
import { useEffect, useState } from "react";
import type { FileView } from "~/uploads/upload";
import { formatBytes, percentSent, type UploadState, uploadWords } from "~/uploads/upload-state";
import styles from "./file-field.module.css";

interface FileStatusProps {
  /** The file chosen in this tab. */
  live: UploadState | undefined;
  /** What the slot holds already. */
  held: FileView | undefined;
  /** What to say while there is no file at all. */
  emptyText?: string;
}

/** The state of a file in words (specification, wizard, section 4, "Track"). */
function words({ live, held }: FileStatusProps): string {
  // Why it failed stands at the field, as its error.
  if (live) return live.phase === "failed" ? "Failed to process file" : uploadWords(live);
  if (held?.state === "complete") return `Uploaded and ready: ${formatBytes(held.size)}`;
  return "Not fully sent. Choose the same file again to send it.";
}

function toneOf({ live, held }: FileStatusProps): "done" | "failed" | "waiting" | undefined {
  if (live?.phase === "failed") return "failed";
  if (live?.phase === "waiting") return "waiting";
  if (live) return live.phase === "stored" ? "done" : undefined;
  return held?.state === "complete" ? "done" : "waiting";
}

/** What became of the file of a field: its name, its state in words, and how far it is. */
export function FileStatus(props: FileStatusProps) {
  const { live, held, emptyText } = props;
  if (!live && !held) return emptyText ? <p className={styles.awaiting}>{emptyText}</p> : null;
  const tone = toneOf(props);
  const moving = live && live.phase !== "failed" && live.phase !== "stored";
  return (
    <div className={styles.status} data-tone={tone}>
      <p className={styles.name}>{live?.fileName ?? held?.fileName}</p>
      <p className={styles.words}>{words(props)}</p>
      {moving && (
        <progress
          className={styles.bar}
          max={100}
          value={percentSent(live)}
          aria-label={`Sending ${live.fileName}`}
        />
      )}
      <Announcement live={live} />
    </div>
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
