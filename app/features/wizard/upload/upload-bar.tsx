import type { CSSProperties } from "react";
import { percentInFlight, percentSent, type UploadState } from "~/domain/uploads/upload-state";
import styles from "./file-status.module.css";

/** The stored part of a file, and, paler, the part in flight. */
export function UploadBar({ live }: { live: UploadState }) {
  const verb = live.phase === "sending" ? "Sending" : "Sent so far of";
  return (
    <progress
      className={styles.bar}
      max={100}
      value={percentSent(live)}
      aria-label={`${verb} ${live.fileName}`}
      style={{ "--leaving": `${percentInFlight(live)}%` } as CSSProperties}
    />
  );
}
