import { Kbd, Textarea } from "@mantine/core";
import { Form } from "@remix-run/react";
import { useRef } from "react";
import { mentionHandles } from "~/domain/review/note-parts";
import { SecondaryButton } from "~/ui/intent-button";
import { LocalTime } from "~/ui/local-time";
import { Dimmed } from "../dimmed";
import list from "../row-list.module.css";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";
import type { DecisionProps } from "./entry-data";
import { NoteText } from "./note-text";

const MAX_HANDLES = 12;

/** How a note reaches a colleague, and leads to a moment of a track. */
function noteHelp(handles: readonly string[]): string {
  const times = "Times such as 1:23 or track 2 1:23 play the track from there.";
  if (handles.length === 0) return times;
  const examples = handles.slice(0, MAX_HANDLES).map((handle) => `@${handle}`);
  return `To tell a colleague, write ${examples.join(", ")}. ${times}`;
}

/** Notes among staff, which no artist can read. */
export function Notes({ notes }: Pick<DecisionProps, "notes">) {
  return (
    <section id="notes">
      <h3>Notes</h3>
      {notes.length === 0 && <Dimmed>None yet. Only staff read them.</Dimmed>}
      <ol className={list.list}>
        {notes.map(({ id, staffName, parts, createdAt }) => (
          <li key={id} id={`note-${id}`}>
            <Dimmed>
              <strong>{staffName}</strong>, <LocalTime at={createdAt} />
            </Dimmed>
            <NoteText parts={parts} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The field for a note. Its form is Remix's, so that with script the page stays and plays on. */
export function NewNote({ notes, colleagues, reply, currentPath }: DecisionProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useShortcuts({ n: () => field.current?.focus() });
  return (
    <Form
      key={notes.length}
      method="post"
      action={`${currentPath}#notes`}
      preventScrollReset
      aria-label="New note"
      className={styles.note}
    >
      <Textarea
        ref={field}
        id="note"
        name="note"
        aria-label="Note for colleagues"
        placeholder="Write a note, @ for a colleague"
        title={noteHelp(mentionHandles(colleagues))}
        rows={1}
        defaultValue={reply.values.note}
        error={reply.errors.note?.text}
        rightSection={<Kbd>N</Kbd>}
      />
      <SecondaryButton intent="note" className={styles.add}>
        Add
      </SecondaryButton>
    </Form>
  );
}
