import { Stack, Text, Textarea } from "@mantine/core";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { Form } from "@remix-run/react";
import type { ReviewReply } from "~/domain/review/review-reply";
import type { LatestDecision } from "~/domain/review/status-history.server";
import { longTime } from "~/platform/formats/dates";
import { statusLabel } from "~/reference/statuses";
import { IntentButton } from "~/ui/intent-button";
import { StatusChip } from "~/ui/status-chip";
import list from "../row-list.module.css";
import { NoteText } from "./note-text";
import styles from "./review.module.css";
import type { loader } from "./review-route.server";

/** All statuses of the item, last first. */
export function StatusHistory({ history }: { history: readonly LatestDecision[] }) {
  return (
    <Stack component="section">
      <Text component="h2" size="xl">
        Status history
      </Text>
      <ol className={list.list} reversed>
        {[...history].reverse().map(({ status, at, reason, by, changes, undone }) => (
          <li key={`${at} ${status}`}>
            <StatusChip status={status} /> {changes && "Changes wanted"}
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

interface NotesProps {
  notes: SerializeFrom<typeof loader>["notes"];
  /** What mentions each colleague after an @. */
  handles: readonly string[];
  reply: ReviewReply;
  /** The path and query of this page. */
  currentPath: string;
}

const MAX_HANDLES = 12;

/** How a note reaches a colleague, and leads to a moment of a track. */
function noteHelp(handles: readonly string[]): string {
  const times = "Times such as 1:23 or track 2 1:23 play the track from there.";
  if (handles.length === 0) return times;
  const examples = handles.slice(0, MAX_HANDLES).map((handle) => `@${handle}`);
  return `To tell a colleague, write ${examples.join(", ")}. ${times}`;
}

/**
 * Notes among staff, which no artist can read. The form is Remix's, so that with script the page stays and
 * plays on.
 */
export function Notes({ notes, handles, reply, currentPath }: NotesProps) {
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
          {notes.map(({ id, staffName, parts, createdAt }) => (
            <li key={id} id={`note-${id}`}>
              <Text size="sm" c="dimmed">
                <strong>{staffName}</strong>, {longTime(createdAt)}
              </Text>
              <NoteText parts={parts} />
            </li>
          ))}
        </ol>
      )}
      <Form
        key={notes.length}
        method="post"
        action={`${currentPath}#notes`}
        preventScrollReset
        aria-label="New note"
      >
        <Stack>
          <Textarea
            id="note"
            name="note"
            label="Note for colleagues"
            description={noteHelp(handles)}
            rows={3}
            defaultValue={reply.values.note}
            error={error}
          />
          <div>
            <IntentButton intent="note" variant="default">
              Add the note
            </IntentButton>
          </div>
        </Stack>
      </Form>
    </Stack>
  );
}
