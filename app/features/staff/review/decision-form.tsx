import { Button, Kbd } from "@mantine/core";
import { Link } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import {
  CHANGES_MISSING,
  MAX_REASON,
  REASON_MISSING,
  REASON_TOO_LONG,
} from "~/domain/review/decision";
import type { RejectionAnswer } from "~/domain/submission/record/fix-link";
import { needsReason } from "~/reference/statuses";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";
import { CHANGES } from "./decision-choice";
import { type ListedReason, ReasonList } from "./reason-list";

/** The field of the reason, in which a saved one is filled in. */
export interface ReasonField {
  value: string;
  change: (text: string) => void;
  error: string | undefined;
  /** What a rejection by the chosen reason means. */
  answer: RejectionAnswer;
}

interface DecisionFormProps {
  /** A status, or changes by the artist. */
  choice: string;
  /** Of both kinds. */
  reasons: readonly ListedReason[];
  /** The codes of what was found in the release. */
  found?: readonly string[];
  /** The reason that is chosen when it opens. */
  preset?: string | undefined;
  /** What was typed before it was closed. */
  draft?: string;
  keepDraft?: (text: string) => void;
  error?: string | undefined;
  /** The page that takes the form, and shows it closed. */
  path: string;
  sendText: string;
  send: (form: FormData) => void;
  close: () => void;
  hidden: ReactNode;
  children: (reason: ReasonField) => ReactNode;
}

/** The reasons of a decision and what the artist reads; the second press sends it. */
export function DecisionForm(props: DecisionFormProps) {
  const { choice, path, close, keepDraft } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [value, setValue] = useState(props.draft ?? "");
  const [error, setError] = useState(props.error);
  const [answer, setAnswer] = useState<RejectionAnswer>("fix");
  useShortcuts({ Escape: close });
  const focusButton = () => button.current?.focus({ preventScroll: true });
  useEffect(focusButton, []);
  const isForChanges = choice === CHANGES;
  const isReasonNeeded = isForChanges || needsReason(choice);
  const change = (text: string) => {
    setValue(text);
    keepDraft?.(text);
    setError(undefined);
  };
  const check = () => {
    const length = value.trim().length;
    if (isReasonNeeded && length === 0) return isForChanges ? CHANGES_MISSING : REASON_MISSING;
    return length > MAX_REASON ? REASON_TOO_LONG : undefined;
  };
  return (
    <form
      method="post"
      action={path}
      onSubmit={(event) => {
        event.preventDefault();
        const problem = check();
        if (problem) setError(problem);
        else props.send(new FormData(event.currentTarget));
      }}
      onKeyDown={({ key }) => key === "Escape" && close()}
      id="decide"
      className={styles.pane}
      aria-label={props.sendText}
      data-decides-by-keys
    >
      <div className={styles.scroll}>
        {props.hidden}
        <input type="hidden" name="intent" value={isForChanges ? "ask-changes" : "set"} />
        {!isForChanges && <input type="hidden" name="status" value={choice} />}
        {isReasonNeeded && (
          <ReasonList
            reasons={props.reasons.filter(
              ({ kind }) => kind === (isForChanges ? CHANGES : "reject"),
            )}
            found={props.found}
            preset={props.preset}
            isSeveral={isForChanges}
            text={value}
            setText={(text, chosen) => {
              change(text);
              setAnswer(chosen[0]?.answer ?? "fix");
              focusButton();
            }}
          />
        )}
        {props.children({ value, change, error, answer })}
      </div>
      <div className={styles.send}>
        <Button
          ref={button}
          type="submit"
          color={needsReason(choice) ? "bad" : undefined}
          rightSection={<Kbd>↵</Kbd>}
          flex={1}
        >
          {props.sendText}
        </Button>
        <Button
          component={Link}
          to={path}
          variant="subtle"
          rightSection={<Kbd>Esc</Kbd>}
          onClick={(event) => {
            event.preventDefault();
            close();
          }}
        >
          Close
        </Button>
      </div>
    </form>
  );
}
