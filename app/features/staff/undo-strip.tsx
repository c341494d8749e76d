import { Button, Kbd } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { lastOf } from "~/platform/formats/last-of";
import { IntentButton } from "~/ui/intent-button";
import { withLocalTimes } from "~/ui/local-time";
import { useDesk } from "./desk/desk-context";
import type { BulkNotice } from "./desk/use-bulk";
import type { UndoNotice } from "./load-undo-notice.server";
import { useShortcuts } from "./shortcuts/use-shortcuts";
import styles from "./undo-strip.module.css";

/** Counts down to 0, by whole seconds. */
function useSecondsLeft(seconds: number): number {
  const [secondsLeft, setSecondsLeft] = useState(seconds);
  useEffect(() => {
    setSecondsLeft(seconds);
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(
      () => setSecondsLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  return secondsLeft;
}

function Undo({ text, mail, seconds, path, revision }: UndoNotice) {
  const button = useRef<HTMLButtonElement>(null);
  const secondsLeft = useSecondsLeft(seconds);
  useShortcuts({ u: () => button.current?.click() });
  if (secondsLeft === 0) return null;
  return (
    <Form method="post" action={path} className={styles.strip} aria-label="Undo the decision">
      <span
        className={styles.time}
        style={{
          animationDelay: `${seconds - UNDO_SECONDS}s`,
          animationDuration: `${UNDO_SECONDS}s`,
        }}
      />
      <span className={styles.text} role="status">
        <strong>{text}</strong>
        <span>{mail}</span>
      </span>
      <input type="hidden" name="decided" value={revision} />
      <IntentButton ref={button} intent="undo" variant="subtle" rightSection={<Kbd>U</Kbd>}>
        Undo {secondsLeft} s
      </IntentButton>
    </Form>
  );
}

/** What was done with several entries, of which each is undone by itself. */
function BulkStrip({ text, more, items, isBad }: BulkNotice) {
  const { undoAll, closeBulkNotice } = useDesk();
  const canUndo = items.length > 0;
  const secondsLeft = useSecondsLeft(UNDO_SECONDS);
  useShortcuts({ u: canUndo && secondsLeft > 0 ? undoAll : undefined });
  if (secondsLeft === 0 && !isBad) return null;
  return (
    <section className={styles.strip} aria-label="Last change" data-bad={isBad || undefined}>
      <span className={styles.text} role={isBad ? "alert" : "status"}>
        <strong>{text}</strong>
        <span>{withLocalTimes(more)}</span>
      </span>
      {canUndo && (
        <Button variant="subtle" rightSection={<Kbd>U</Kbd>} onClick={undoAll}>
          Undo all
        </Button>
      )}
      <Button variant="subtle" onClick={closeBulkNotice}>
        Close
      </Button>
    </section>
  );
}

/** Tells of one's last decision: on its way, refused, or made and still to be undone. */
export function UndoStrip() {
  const { sent, undo, bulkNotice, forget } = useDesk();
  const refused = lastOf(sent.filter(({ reply }) => reply));
  const waiting = lastOf(sent);
  if (refused) {
    const { itemId, path, text, reply } = refused;
    const [error] = Object.values(reply?.errors ?? {});
    return (
      <div className={styles.strip} role="alert" data-bad>
        <span className={styles.text}>
          <strong>Not done: {text}</strong>
          <span>{withLocalTimes(reply?.trouble ?? error?.text)}</span>
        </span>
        <Button component={Link} to={path} variant="subtle">
          Open it
        </Button>
        <Button variant="subtle" onClick={() => forget(itemId)}>
          Close
        </Button>
      </div>
    );
  }
  if (waiting)
    return (
      <div className={styles.strip} role="status">
        <span className={styles.text}>
          <strong>{waiting.text}</strong>
          <span>Saving</span>
        </span>
      </div>
    );
  if (bulkNotice)
    return <BulkStrip key={`${bulkNotice.text} ${bulkNotice.items}`} {...bulkNotice} />;
  return undo ? <Undo key={`${undo.path} ${undo.revision}`} {...undo} /> : null;
}
