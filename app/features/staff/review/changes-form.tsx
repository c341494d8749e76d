import { Group, Stack, Text, Textarea } from "@mantine/core";
import { mailOutcomeTexts, willBeSent } from "~/domain/mail/mail-outcome";
import { MAX_REASON } from "~/domain/review/decision";
import type { ReviewItem } from "~/domain/review/review-item";
import type { ReviewReply } from "~/domain/review/review-reply";
import type { SavedReason } from "~/domain/review/saved-reason";
import { longTime } from "~/platform/formats/dates";
import { IntentButton } from "~/ui/intent-button";
import { SavedReasonChoice } from "../decision-fields";
import { Disclosure } from "../disclosure";
import { MailPreview } from "../mail-preview";

interface ChangesFormProps {
  item: ReviewItem;
  /** With their fields filled for this entry. */
  savedReasons: readonly SavedReason[];
  reply: ReviewReply;
}

/** Asks the artist to change something, after a preview of the mail. */
export function ChangesForm({ item, savedReasons, reply }: ChangesFormProps) {
  const { changesAskedAt } = item;
  return (
    <Stack component="section" id="changes">
      <Text component="h2" size="xl">
        Ask for changes
      </Text>
      {changesAskedAt && (
        <p>
          <strong>Waits for the artist</strong> since {longTime(changesAskedAt)}. Ask again to
          replace your text; set it to Pending to take it back.
        </p>
      )}
      <Disclosure
        summary={changesAskedAt ? "Ask again" : "Ask the artist to change something"}
        isOpen={reply.isForChanges === true}
      >
        <form method="post" action="#changes" aria-label="Ask for changes">
          <input type="hidden" name="revision" value={reply.seen?.revision ?? item.revision} />
          <Stack>
            {reply.preview ? (
              <PreviewStep preview={reply.preview} reason={reply.values.reason} />
            ) : (
              <TextStep savedReasons={savedReasons} reply={reply} />
            )}
          </Stack>
        </form>
      </Disclosure>
    </Stack>
  );
}

function PreviewStep({
  preview,
  reason,
}: {
  preview: NonNullable<ReviewReply["preview"]>;
  reason: string;
}) {
  return (
    <>
      <input type="hidden" name="reason" value={reason} />
      {preview.fate !== "waiting" && <p>{mailOutcomeTexts[preview.fate]}</p>}
      {willBeSent(preview.fate) && <MailPreview {...preview} />}
      <Group gap="xs">
        <IntentButton intent="ask-changes">
          {willBeSent(preview.fate) ? "Ask, and send this" : "Ask for changes"}
        </IntentButton>
        <IntentButton intent="edit-changes" variant="default">
          Change it
        </IntentButton>
      </Group>
    </>
  );
}

function TextStep({ savedReasons, reply }: Pick<ChangesFormProps, "savedReasons" | "reply">) {
  return (
    <>
      <Text size="sm" c="dimmed">
        It stays Pending. The artist gets your text, and a link to change the release and send it
        again.
      </Text>
      {savedReasons.length > 0 && (
        <SavedReasonChoice
          idPrefix="changes"
          savedReasons={savedReasons}
          intent="use-changes-reason"
        />
      )}
      <Textarea
        id="changes-reason"
        name="reason"
        label="What should the artist change?"
        description={`The artist reads it. At most ${MAX_REASON} characters.`}
        rows={4}
        defaultValue={reply.values.reason}
        error={reply.errors.reason?.text}
      />
      <div>
        <IntentButton intent="preview-changes" variant="default">
          See the email first
        </IntentButton>
      </div>
    </>
  );
}
