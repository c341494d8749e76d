import { Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { MAX_REASON } from "~/domain/review/decision";
import { itemName, type ReviewItem } from "~/domain/review/review-item";
import type { SavedReason } from "~/domain/review/saved-reason";
import { statusExplanation } from "~/domain/review/status-explanation";
import { type SubmissionStatus, statusLabel } from "~/domain/submission/record/board-labels";
import dialog from "~/ui/dialog.module.css";
import { closeModal, openModal } from "~/ui/modal";
import { useHydrated } from "~/ui/use-hydrated";
import { useShortcuts } from "../shortcuts/use-shortcuts";

/** The keys that decide. */
export const DECISION_KEYS: Readonly<Record<string, SubmissionStatus>> = {
  a: "approved",
  i: "in progress",
  r: "rejected",
};

/** As many as there are digits. */
const MAX_NUMBERED = 9;

interface QuickDecisionProps {
  item: ReviewItem;
  /** The revision that the page displays. */
  revision: number;
  statuses: readonly SubmissionStatus[];
  /** With their fields filled for this entry. */
  savedReasons: readonly SavedReason[];
}

/**
 * Decides by keys: one for the status, a digit for the reason of a rejection, and Enter. Then the next
 * entry that waits is opened. Without script the form of the page does the same.
 */
export function QuickDecision({ item, revision, statuses, savedReasons }: QuickDecisionProps) {
  const box = useRef<HTMLDialogElement>(null);
  const reason = useRef<HTMLTextAreaElement>(null);
  const submit = useRef<HTMLButtonElement>(null);
  const [status, setStatus] = useState<SubmissionStatus>("approved");
  const isHydrated = useHydrated();
  const open = (newStatus: SubmissionStatus) => () => {
    setStatus(newStatus);
    if (reason.current) reason.current.value = "";
    if (!box.current) return;
    openModal(box.current);
    submit.current?.focus();
  };
  const handlers = Object.entries(DECISION_KEYS)
    .filter(([, keyStatus]) => statuses.includes(keyStatus))
    .map(([key, keyStatus]) => [key, open(keyStatus)] as const);
  useShortcuts(Object.fromEntries(handlers));
  if (!isHydrated) return null;
  const isRejection = status === "rejected";
  const numbered = isRejection ? savedReasons.slice(0, MAX_NUMBERED) : [];
  const choose = (chosen: SavedReason | undefined) => {
    if (!chosen || !reason.current) return;
    reason.current.value = chosen.text;
    submit.current?.focus();
  };
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (target === reason.current || !/^[1-9]$/.test(key)) return;
    choose(numbered[Number(key) - 1]);
  };
  return (
    <dialog
      ref={box}
      className={dialog.veil}
      aria-labelledby="quick-decision-title"
      onKeyDown={onKeyDown}
    >
      <form method="post" className={dialog.card} aria-label="Decide by keys">
        <h2 id="quick-decision-title">
          {statusLabel(status)}: {itemName(item)}
        </h2>
        <p>{statusExplanation(status)}</p>
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="status" value={status} />
        <input type="hidden" name="then" value="next" />
        {numbered.length > 0 && (
          <Stack component="ol" gap={4}>
            {numbered.map((saved, index) => (
              <li key={saved.id}>
                <Button variant="default" onClick={() => choose(saved)} leftSection={index + 1}>
                  {saved.title}
                </Button>
              </li>
            ))}
          </Stack>
        )}
        <Textarea
          ref={reason}
          id="quick-reason"
          name="reason"
          label={isRejection ? "Reason" : "Reason (optional)"}
          description={`The artist reads it. At most ${MAX_REASON} characters.`}
          rows={4}
        />
        <Group gap="xs">
          <Button ref={submit} type="submit" name="intent" value="set">
            Decide, and open the next
          </Button>
          <Button type="submit" name="intent" value="preview" variant="default">
            See the email first
          </Button>
          <Button variant="default" onClick={() => box.current && closeModal(box.current)}>
            Cancel
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Enter decides. {numbered.length > 0 && "1 to 9 choose a reason. "}Escape closes this.
        </Text>
      </form>
    </dialog>
  );
}
