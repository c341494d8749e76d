import { Button, Textarea } from "@mantine/core";
import type { ReviewReply } from "~/domain/review/review-reply";
import { longTime } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import styles from "./review.module.css";

interface PastStatus {
  status: string;
  at: string;
  reason?: string | undefined;
  by?: string | undefined;
}

/** All statuses of the item, last first. */
export function StatusHistory({ history }: { history: readonly PastStatus[] }) {
  return (
    <section className={styles.stack}>
      <h2>Status history</h2>
      <ol className={styles.lines} reversed>
        {[...history].reverse().map(({ status, at, reason, by }) => (
          <li key={`${at} ${status}`}>
            <StatusChip status={status} />
            <p className={styles.small}>
              {longTime(at)}
              {by ? `, by ${by}` : at === history[0]?.at ? ", as it came in" : ", on the board"}
            </p>
            {reason && <p className={styles.said}>{reason}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}

interface Note {
  id: string;
  staffName: string;
  text: string;
  createdAt: string;
}

/** Notes among staff, which no artist can read. */
export function Notes({ notes, reply }: { notes: readonly Note[]; reply: ReviewReply }) {
  const error = reply.errors.note?.text;
  return (
    <section className={styles.stack} id="notes">
      <h2>Notes</h2>
      {notes.length === 0 && <p className={styles.small}>None yet. Only staff read them.</p>}
      <ol className={styles.lines}>
        {notes.map(({ id, staffName, text, createdAt }) => (
          <li key={id}>
            <p className={styles.small}>
              <strong>{staffName}</strong>, {longTime(createdAt)}
            </p>
            <p className={styles.said}>{text}</p>
          </li>
        ))}
      </ol>
      <form method="post" action="#notes" className={styles.stack} aria-label="New note">
        <Textarea
          id="note"
          name="note"
          label="Note for colleagues"
          rows={3}
          defaultValue={reply.values.note}
          error={error}
        />
        <p>
          <Button type="submit" name="intent" value="note" variant="default">
            Add the note
          </Button>
        </p>
      </form>
    </section>
  );
}
