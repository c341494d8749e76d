import { Button, Checkbox, Kbd, Textarea } from "@mantine/core";
import { Link } from "@remix-run/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { mailOutcomeTexts, willBeSent } from "~/domain/mail/mail-outcome";
import { CHANGES_MISSING, MAX_REASON, REASON_MISSING } from "~/domain/review/decision";
import type { ReviewReply } from "~/domain/review/review-reply";
import {
  needsAgreement,
  needsReason,
  statusesInWords,
  statusLabel,
  submissionStatuses,
} from "~/reference/statuses";
import { IntentButton } from "~/ui/intent-button";
import { useDesk } from "../desk/desk-context";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./decision.module.css";
import { CHANGES } from "./decision-choice";
import type { EntryData } from "./entry-data";
import { ReasonList } from "./reason-list";
import { ReloadLink } from "./reload-link";

interface DecisionPaneProps extends EntryData {
  choice: string;
  reply: ReviewReply;
  /** What was typed for this choice before it was closed. */
  draft: string;
  keepDraft: (text: string) => void;
  /** The reason that is chosen when it opens. */
  preset: string | undefined;
  close: () => void;
}

/** What the button says that sends a decision. */
function sendText(choice: string): string {
  if (choice === CHANGES) return "Send the request";
  return needsReason(choice) ? "Send the rejection" : `Set to ${statusLabel(choice)}`;
}

/** Reasons and the mail of a decision; the second press sends it, and the next entry opens. */
export function DecisionPane(props: DecisionPaneProps) {
  const { choice, item, submission, savedReasons, currentPath, navigation, reply, draft } = props;
  const { decide, next } = useDesk();
  const send = useRef<HTMLButtonElement>(null);
  const [reason, setReason] = useState(draft);
  const [error, setError] = useState(reply.errors.reason?.text);
  useShortcuts({ Escape: props.close });
  useEffect(() => send.current?.focus({ preventScroll: true }), []);
  const asksChanges = choice === CHANGES;
  const isReasonNeeded = asksChanges || needsReason(choice);
  const change = (text: string) => {
    setReason(text);
    props.keepDraft(text);
    setError(undefined);
  };
  const post = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReasonNeeded && reason.trim() === "") {
      return setError(asksChanges ? CHANGES_MISSING : REASON_MISSING);
    }
    const form = new FormData(event.currentTarget);
    form.set("intent", asksChanges ? "ask-changes" : "set");
    form.set("then", "stay");
    const label = asksChanges ? "Changes asked for" : statusLabel(choice);
    const text = `${label}: ${item.title || item.artistName}`;
    const nextPath = next?.path ?? navigation.next?.path ?? navigation.queue;
    decide({ itemId: item.id, path: currentPath, form, text }, nextPath);
  };
  return (
    <form
      method="post"
      action={currentPath}
      onSubmit={post}
      onKeyDown={({ key }) => key === "Escape" && props.close()}
      id="decide"
      className={styles.pane}
      aria-label={sendText(choice)}
      data-decides-by-keys
    >
      <div className={styles.scroll}>
        <input type="hidden" name="revision" value={reply.seen?.revision ?? item.revision} />
        {!asksChanges && <input type="hidden" name="status" value={choice} />}
        <input type="hidden" name="then" value="next" />
        {isReasonNeeded && (
          <ReasonList
            reasons={savedReasons.filter(({ kind }) => kind === (asksChanges ? CHANGES : "reject"))}
            found={props.foundCodes}
            preset={props.preset}
            isSeveral={asksChanges}
            text={reason}
            setText={(text) => {
              change(text);
              send.current?.focus({ preventScroll: true });
            }}
          />
        )}
        {reply.isConflict && reply.seen?.revision !== undefined && (
          <p className={styles.address}>
            <ReloadLink currentPath={currentPath} />
          </p>
        )}
        <Letter {...props} reason={reason} change={change} error={error} />
        {submission?.isUnsigned && needsAgreement(choice) && (
          <Checkbox
            id="onPaper"
            name="onPaper"
            m={16}
            label="The artist signed the agreement on paper"
            description={`They haven't signed it here. Without a signature the release can't be ${statusesInWords(submissionStatuses.filter(needsAgreement))}.`}
            defaultChecked={reply.values.onPaper}
            error={reply.errors.onPaper?.text}
          />
        )}
      </div>
      <div className={styles.send}>
        <IntentButton
          ref={send}
          intent={asksChanges ? "ask-changes" : "set"}
          color={needsReason(choice) ? "bad" : undefined}
          rightSection={<Kbd>↵</Kbd>}
          flex={1}
        >
          {sendText(choice)}
        </IntentButton>
        <Button
          component={Link}
          to={currentPath}
          variant="subtle"
          rightSection={<Kbd>Esc</Kbd>}
          onClick={(event) => {
            event.preventDefault();
            props.close();
          }}
        >
          Close
        </Button>
      </div>
    </form>
  );
}

interface LetterProps extends DecisionPaneProps {
  reason: string;
  change: (reason: string) => void;
  error: string | undefined;
}

/** The mail as the artist reads it, with the reason as a field in it. */
function Letter({ choice, decisionMails, reason, change, error }: LetterProps) {
  const { to, outcome, letters } = decisionMails;
  const letter = letters[choice];
  const isSent = willBeSent(outcome);
  return (
    <>
      <p className={styles.address}>
        <span className={styles.to}>Mail to</span> {to}
      </p>
      <div className={styles.letter}>
        {outcome !== "waiting" && <p>{mailOutcomeTexts[outcome]}</p>}
        {isSent && letter && (
          <>
            <h3>{letter.subject}</h3>
            <p>{letter.before}</p>
          </>
        )}
        <Textarea
          id="reason"
          name="reason"
          aria-label={choice === CHANGES ? "What should the artist change?" : "Reason"}
          placeholder={`Your words, at most ${MAX_REASON} characters`}
          rows={4}
          value={reason}
          onChange={({ currentTarget }) => change(currentTarget.value)}
          error={error}
        />
        {isSent && letter && <p>{letter.after}</p>}
      </div>
    </>
  );
}
