import { Button, Stack, Text, Textarea } from "@mantine/core";
import type { ReviewReply } from "~/domain/review/review-reply";
import { statusLabel } from "~/domain/submission/record/board-labels";
import { longTime } from "~/platform/formats/dates";
import { StatusChip } from "~/ui/status-chip";
import list from "../row-list.module.css";
import styles from "./review.module.css";

interface PastStatus {
  status: string;
  at: string;
  reason?: string | undefined;
  by?: string | undefined;
  /** The status that was undone, where that has brought this one back. */
  undone?: string | undefined;
}

/** All statuses of the item, last first. */
export function StatusHistory({ history }: { history: readonly PastStatus[] }) {
  return (
    <Stack component="section">
      <Text component="h2" size="xl">
        Status history
      </Text>
      <ol className={list.list} reversed>
        {[...history].reverse().map(({ status, at, reason, by, undone }) => (
          <li key={`${at} ${status}`}>
            <StatusChip status={status} />
            <Text size="sm" c="dimmed">
              {longTime(at)}
              {by ? `, by ${by}` : at === history[0]?.at ? ", as it came in" : ", on the board"}
              {undone && `: ${statusLabel(undone)} was undone`}
            </Text>
            {reason && <p className={styles.written}>{reason}</p>}
          </li>
        ))}
      </ol>
    </Stack>
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
    <Stack component="section" id="notes">
      <Text component="h2" size="xl">
        Notes
      </Text>
      {notes.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet. Only staff read them.
        </Text>
      )}
      {notes.length > 0 && (
        <ol className={list.list}>
          {notes.map(({ id, staffName, text, createdAt }) => (
            <li key={id}>
              <Text size="sm" c="dimmed">
                <strong>{staffName}</strong>, {longTime(createdAt)}
              </Text>
              <p className={styles.written}>{text}</p>
            </li>
          ))}
        </ol>
      )}
      <form method="post" action="#notes" aria-label="New note">
        <Stack>
          <Textarea
            id="note"
            name="note"
            label="Note for colleagues"
            rows={3}
            defaultValue={reply.values.note}
            error={error}
          />
          <div>
            <Button type="submit" name="intent" value="note" variant="default">
              Add the note
            </Button>
          </div>
        </Stack>
      </form>
    </Stack>
  );
}
