import { statusLabel } from "~/board/board-labels";
import styles from "./status-chip.module.css";

/** How a status is to be felt, beside its word. */
const TONES = new Map([
  ["pending", "waiting"],
  ["approved", "good"],
  ["live", "good"],
  ["rejected", "bad"],
  ["failed", "bad"],
]);

/** A status, by its word and a mark whose colour and shape go with it. */
export function StatusChip({ status }: { status: string }) {
  return (
    <span className={styles.chip} data-tone={TONES.get(status)}>
      <span className={styles.mark} aria-hidden="true" />
      {statusLabel(status)}
    </span>
  );
}
