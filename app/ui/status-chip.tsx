import type { ReactNode } from "react";
import { capitalizeStatus, type StatusTone, statusTone } from "~/reference/status-tones";
import styles from "./status-chip.module.css";

/** A text with a mark whose colour and shape show the tone. */
export function StatusMark({ tone, children }: { tone: StatusTone; children: ReactNode }) {
  return (
    <span className={styles.chip} data-tone={tone}>
      <span className={styles.mark} aria-hidden="true" />
      {children}
    </span>
  );
}

export function StatusChip({ status }: { status: string }) {
  return <StatusMark tone={statusTone(status)}>{capitalizeStatus(status)}</StatusMark>;
}
