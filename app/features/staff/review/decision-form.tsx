import { Group, Stack, Text } from "@mantine/core";
import { mailOutcomeTexts, willBeSent } from "~/domain/mail/mail-outcome";
import { statusesFor } from "~/domain/review/decision";
import type { ReviewItem } from "~/domain/review/review-item";
import type { ReviewReply } from "~/domain/review/review-reply";
import type { SavedReason } from "~/domain/review/saved-reason";
import { IntentButton } from "~/ui/intent-button";
import { DecisionFields } from "../decision-fields";
import { MailPreview } from "../mail-preview";

/** Sets the status, if wanted after a preview of the mail that it sends. */
export function DecisionForm(props: {
  item: ReviewItem;
  isUnsigned: boolean;
  savedReasons: readonly SavedReason[];
  /** Whether the status can be set without a look at its email. */
  skipsPreview: boolean;
  reply: ReviewReply;
}) {
  const { item, isUnsigned, savedReasons, skipsPreview, reply } = props;
  const { values, errors, preview } = reply;
  const { status, reason, onPaper, opensNext } = values;
  return (
    <form method="post" action="#desk" aria-label="Decide">
      <Stack>
        <Text component="h2" size="xl">
          Decide
        </Text>
        <input type="hidden" name="revision" value={reply.seen?.revision ?? item.revision} />
        {opensNext && <input type="hidden" name="then" value="next" />}
        {preview ? (
          <>
            <input type="hidden" name="status" value={status} />
            <input type="hidden" name="reason" value={reason} />
            {onPaper && <input type="hidden" name="onPaper" value="on" />}
            {preview.fate !== "waiting" && <p>{mailOutcomeTexts[preview.fate]}</p>}
            {willBeSent(preview.fate) && <MailPreview {...preview} />}
            <Group gap="xs">
              <IntentButton intent="set">
                {willBeSent(preview.fate) ? "Set the status and send this" : "Set the status"}
              </IntentButton>
              <IntentButton intent="change" variant="default">
                Change it
              </IntentButton>
            </Group>
          </>
        ) : (
          <>
            <DecisionFields
              idPrefix="decide"
              statuses={statusesFor(item.kind, item.status)}
              values={values}
              errors={errors}
              isUnsigned={isUnsigned}
              savedReasons={savedReasons}
            />
            <Group gap="xs">
              <IntentButton intent="preview">See the email first</IntentButton>
              {skipsPreview && (
                <IntentButton intent="set" variant="default">
                  Set the status now
                </IntentButton>
              )}
            </Group>
          </>
        )}
      </Stack>
    </form>
  );
}

/** Who is assigned to the entry, with a button to change that. */
export function Assignment({ item, mine }: { item: ReviewItem; mine: boolean }) {
  const { assignedTo, assignedName } = item;
  return (
    <form method="post" action="#desk" aria-label="Who looks after it">
      <Group justify="space-between" gap="xs">
        <p>
          {mine ? (
            <strong>Yours</strong>
          ) : assignedTo ? (
            <>
              <strong>{assignedName}</strong> looks after this
            </>
          ) : (
            "Nobody looks after this yet"
          )}
        </p>
        {assignedTo && <input type="hidden" name="from" value={assignedTo} />}
        <IntentButton intent={mine ? "give-back" : "take"} variant="default">
          {mine ? "Give it back" : assignedTo ? "Take it over" : "Take it"}
        </IntentButton>
      </Group>
    </form>
  );
}
