import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { MAX_REASON, statusKeys } from "~/domain/review/decision";
import { itemName, type ReviewItem } from "~/domain/review/review-item";
import { reasonDigits, type SavedReason } from "~/domain/review/saved-reason";
import { statusExplanation } from "~/domain/submission/record/status-text";
import { needsReason, type SubmissionStatus, statusLabel } from "~/reference/statuses";
import dialog from "~/ui/dialog.module.css";
import { IntentButton } from "~/ui/intent-button";
import { closeModal, openModal } from "~/ui/modal";
import { useHydrated } from "~/ui/use-hydrated";
import { useShortcuts } from "../shortcuts/use-shortcuts";

/** Asks the artist to mend the entry and to send it again. */
const CHANGES = "changes";
type Choice = SubmissionStatus | typeof CHANGES;

/** The keys that decide. */
const DECISION_KEYS: readonly (readonly [key: string, Choice])[] = [
  ...statusKeys.map(({ key, status }) => [key, status] as const),
  ["c", CHANGES],
];

const BUTTONS = {
  set: "Decide, and open the next",
  preview: "See the email first",
  "ask-changes": "Ask, and open the next",
  "preview-changes": "See the email first",
};

/** What Enter does, and what the second button does where Enter decides at once. */
const INTENTS = {
  decision: { atOnce: "set", preview: "preview" },
  changes: { atOnce: "ask-changes", preview: "preview-changes" },
} as const;

interface QuickDecisionProps {
  item: ReviewItem;
  /** The revision that the page displays. */
  revision: number;
  statuses: readonly SubmissionStatus[];
  /** With their fields filled for this entry. */
  savedReasons: readonly SavedReason[];
  /** Whether Enter decides at once; else it shows the email first. */
  skipsPreview: boolean;
  canAskChanges?: boolean | undefined;
  /** With the entry's place in the queue, from which the next one is found. */
  currentPath: string;
}

function NumberedReasons(props: {
  reasons: readonly SavedReason[];
  choose: (reason: SavedReason) => void;
}) {
  return (
    <Stack component="ol" gap={4}>
      {props.reasons.map((reason) => (
        <li key={reason.id}>
          <Button variant="default" onClick={() => props.choose(reason)} leftSection={reason.digit}>
            {reason.title}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

function KeysHint({ skipsPreview, hasDigits }: { skipsPreview: boolean; hasDigits: boolean }) {
  return (
    <Text size="sm" c="dimmed">
      {skipsPreview ? "Enter decides. " : "Enter shows the email. "}
      {hasDigits && (
        <>
          A digit chooses its reason. <a href="/staff/reasons">Change the saved reasons</a>.{" "}
        </>
      )}
      Escape closes this.
    </Text>
  );
}

/**
 * Decides by keys: one for the status, a digit for the reason of a rejection, and Enter. Then the next
 * entry that waits is opened. Without script the form of the page does the same.
 */
export function QuickDecision(props: QuickDecisionProps) {
  const { item, revision, statuses, savedReasons, skipsPreview, currentPath } = props;
  const { canAskChanges = false } = props;
  const box = useRef<HTMLDialogElement>(null);
  const reason = useRef<HTMLTextAreaElement>(null);
  /** What was typed for each choice, which closing the dialog keeps. */
  const typed = useRef<Partial<Record<Choice, string>>>({});
  const submit = useRef<HTMLButtonElement>(null);
  const [choice, setChoice] = useState<Choice>(CHANGES);
  const isHydrated = useHydrated();
  const open = (newChoice: Choice) => () => {
    setChoice(newChoice);
    if (reason.current) {
      typed.current[choice] = reason.current.value;
      reason.current.value = typed.current[newChoice] ?? "";
    }
    if (!box.current) return;
    openModal(box.current);
    submit.current?.focus();
  };
  const canChoose = (newChoice: Choice) =>
    newChoice === CHANGES ? canAskChanges : statuses.includes(newChoice);
  const handlers = DECISION_KEYS.filter(([, newChoice]) => canChoose(newChoice)).map(
    ([key, newChoice]) => [key, open(newChoice)] as const,
  );
  useShortcuts(Object.fromEntries(handlers));
  if (!isHydrated) return null;
  const asksChanges = choice === CHANGES;
  const isReasonNeeded = asksChanges || needsReason(choice);
  const intents = INTENTS[asksChanges ? "changes" : "decision"];
  const intent = skipsPreview ? intents.atOnce : intents.preview;
  const numbered = isReasonNeeded
    ? reasonDigits.flatMap((digit) => savedReasons.filter((saved) => saved.digit === digit))
    : [];
  const choose = (chosen: SavedReason | undefined) => {
    if (!chosen || !reason.current) return;
    reason.current.value = chosen.text;
    submit.current?.focus();
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (target === reason.current) return;
    choose(numbered.find(({ digit }) => String(digit) === key));
  };
  return (
    <dialog
      ref={box}
      className={dialog.veil}
      aria-labelledby="quick-decision-title"
      onKeyDown={onKeyDown}
      data-decides-by-keys
    >
      <form method="post" action={currentPath} className={dialog.card} aria-label="Decide by keys">
        <h2 id="quick-decision-title">
          {asksChanges ? "Ask for changes" : statusLabel(choice)}: {itemName(item)}
        </h2>
        <p>
          {asksChanges
            ? "Say what to change. The artist reads it, changes it and sends it again."
            : statusExplanation(choice)}
        </p>
        <input type="hidden" name="revision" value={revision} />
        {!asksChanges && <input type="hidden" name="status" value={choice} />}
        <input type="hidden" name="then" value="next" />
        {numbered.length > 0 && <NumberedReasons reasons={numbered} choose={choose} />}
        <Textarea
          ref={reason}
          id="quick-reason"
          name="reason"
          label={isReasonNeeded ? "Reason" : "Reason (optional)"}
          description={`The artist reads it. You can change the text. At most ${MAX_REASON} characters.`}
          rows={4}
        />
        <Group gap="xs">
          <IntentButton ref={submit} intent={intent}>
            {BUTTONS[intent]}
          </IntentButton>
          {skipsPreview && (
            <IntentButton intent={intents.preview} variant="default">
              {BUTTONS[intents.preview]}
            </IntentButton>
          )}
          <Button variant="default" onClick={() => box.current && closeModal(box.current)}>
            Cancel
          </Button>
        </Group>
        <KeysHint skipsPreview={skipsPreview} hasDigits={numbered.length > 0} />
      </form>
    </dialog>
  );
}
