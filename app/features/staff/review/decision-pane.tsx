import { Checkbox, Textarea } from "@mantine/core";
import { mailOutcomeTexts, willBeSent } from "~/domain/mail/mail-outcome";
import { MAX_REASON } from "~/domain/review/decision";
import type { ReviewReply } from "~/domain/review/review-reply";
import {
  needsAgreement,
  needsReason,
  statusesInWords,
  statusLabel,
  submissionStatuses,
} from "~/reference/statuses";
import desk from "../desk/desk.module.css";
import { useDesk } from "../desk/desk-context";
import styles from "./decision.module.css";
import { CHANGES } from "./decision-choice";
import { DecisionForm, type ReasonField } from "./decision-form";
import type { EntryData } from "./entry-data";
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

function sendText(choice: string): string {
  if (choice === CHANGES) return "Send the request";
  return needsReason(choice) ? "Send the rejection" : `Set to ${statusLabel(choice)}`;
}

/** Reasons and the mail of a decision; when it is sent, the next entry opens. */
export function DecisionPane(props: DecisionPaneProps) {
  const { choice, item, submission, currentPath, navigation, reply } = props;
  const { decide, next } = useDesk();
  const send = (form: FormData) => {
    form.set("then", "stay");
    const label = choice === CHANGES ? "Changes asked for" : statusLabel(choice);
    const text = `${label}: ${item.title || item.artistName}`;
    const nextPath = next?.path ?? navigation.next?.path ?? navigation.queue;
    decide({ itemId: item.id, path: currentPath, form, text }, nextPath);
  };
  return (
    <DecisionForm
      {...props}
      reasons={props.savedReasons}
      found={props.foundCodes}
      error={reply.errors.reason?.text}
      path={currentPath}
      sendText={sendText(choice)}
      send={send}
      hidden={
        <>
          <input type="hidden" name="revision" value={reply.seen?.revision ?? item.revision} />
          <input type="hidden" name="then" value="next" />
        </>
      }
    >
      {(reason) => (
        <>
          {reply.isConflict && reply.seen?.revision !== undefined && (
            <p className={styles.address}>
              <ReloadLink currentPath={currentPath} />
            </p>
          )}
          <Letter {...props} reason={reason} />
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
        </>
      )}
    </DecisionForm>
  );
}

interface LetterProps extends DecisionPaneProps {
  reason: ReasonField;
}

/** The mail as the artist reads it, with the reason as a field in it. */
function Letter({ choice, decisionMails, reason }: LetterProps) {
  const { to, outcome, letters } = decisionMails;
  const letter = letters[choice];
  const isSent = willBeSent(outcome);
  return (
    <>
      <p className={styles.address}>
        <span className={desk.small}>Mail to</span> {to}
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
          value={reason.value}
          onChange={({ currentTarget }) => reason.change(currentTarget.value)}
          error={reason.error}
        />
        {isSent && letter && <p>{letter.ends[reason.answer] ?? letter.after}</p>}
      </div>
    </>
  );
}
