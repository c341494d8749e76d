import { Button, Kbd } from "@mantine/core";
import { Form, Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { UNDO_SECONDS } from "~/domain/review/undo-time";
import { STATUS_MAIL_SECONDS } from "~/domain/submission/record/status-change";
import { lastOf } from "~/platform/formats/last-of";
import { IntentButton } from "~/ui/intent-button";
import { withLocalTimes } from "~/ui/local-time";
import { useDesk } from "./desk/desk-context";
import type { UndoNotice } from "./load-undo-notice.server";
import { useShortcuts } from "./shortcuts/use-shortcuts";
import styles from "./undo-strip.module.css";

/** Counts down to 0, by whole seconds. */
function useSecondsLeft(seconds: number): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const end = Date.now() + seconds * 1000;
    const timer = setInterval(
      () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))),
      1000,
    );
    return () => clearInterval(timer);
  }, [seconds]);
  return left;
}

function Undo({ text, mail, seconds, path, revision }: UndoNotice) {
  const button = useRef<HTMLButtonElement>(null);
  const left = useSecondsLeft(seconds);
  useShortcuts({ u: () => button.current?.click() });
  if (left === 0) return null;
  return (
    <Form
      method="post"
      action={path}
      className={styles.strip}
      role="status"
      aria-label="Undo the decision"
    >
      <span
        className={styles.time}
        style={{
          animationDelay: `${seconds - UNDO_SECONDS}s`,
          animationDuration: `${UNDO_SECONDS}s`,
        }}
      />
      <span className={styles.text}>
        <strong>{text}</strong>
        <span>{mail}</span>
      </span>
      <input type="hidden" name="decided" value={revision} />
      <IntentButton ref={button} intent="undo" variant="subtle" rightSection={<Kbd>U</Kbd>}>
        Undo {left} s
      </IntentButton>
    </Form>
  );
}

/** The same for several entries, of which each is undone by itself. */
function UndoSeveral({ text, items }: { text: string; items: readonly string[] }) {
  const button = useRef<HTMLButtonElement>(null);
  const left = useSecondsLeft(UNDO_SECONDS);
  useShortcuts({ u: () => button.current?.click() });
  if (left === 0) return null;
  return (
    <Form
      method="post"
      action="/staff/decide"
      className={styles.strip}
      aria-label="Undo the decisions"
    >
      <span className={styles.text} role="status">
        <strong>{text}</strong>
        {items.length > 0 && (
          <span>Their emails go out in {STATUS_MAIL_SECONDS / 60} minutes.</span>
        )}
      </span>
      {items.map((item) => (
        <input key={item} type="hidden" name="item[]" value={item} />
      ))}
      {items.length > 0 && (
        <IntentButton ref={button} intent="undo" variant="subtle" rightSection={<Kbd>U</Kbd>}>
          Undo all
        </IntentButton>
      )}
    </Form>
  );
}

/** Tells of one's last decision: on its way, refused, or made and still to be undone. */
export function UndoStrip() {
  const { sent, undo, bulkDone, forget } = useDesk();
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
  // A later decision about one entry takes its place.
  if (
    bulkDone &&
    (!undo || bulkDone.items.some((item) => undo.path.includes(item.split(":")[0] ?? item)))
  )
    return <UndoSeveral key={bulkDone.items.join()} {...bulkDone} />;
  return undo ? <Undo key={`${undo.path} ${undo.revision}`} {...undo} /> : null;
}
