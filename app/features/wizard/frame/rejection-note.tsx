import type { RejectedSubmission } from "~/domain/submission/record/submission-view";
import styles from "./rejection-note.module.css";

/** Why the original submission was rejected, on every step of a draft that fixes it. */
export function RejectionNote({ title, reason }: RejectedSubmission) {
  return (
    <aside className={styles.note} aria-label="What to put right">
      <p>
        You're putting <strong>{title}</strong> right, which wasn't approved.{" "}
        {reason ? "We said:" : "If you don't know why, write to us before you send it again."}
      </p>
      {reason && <blockquote className={styles.reason}>{reason}</blockquote>}
    </aside>
  );
}
