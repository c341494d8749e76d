import { Group, Stack } from "@mantine/core";
import { MAX_NOTE } from "~/domain/access/submission-mode";
import type { FormReply } from "~/forms/form-reply";
import { TextAreaField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { FormAnswer } from "~/ui/plain-form";

interface ModeFormProps {
  isOpen: boolean;
  /** The mode when the page was loaded, to detect a change by somebody else. */
  current: { mode: "open" | "closed" | "unread"; note: string; at: string };
  reply: FormReply | undefined;
}

const UNREAD_HINT = "We couldn't read the note. If you leave this empty, it stays the same. ";

/** The switch for submissions, and the note for artists while they are closed. */
export function ModeForm({ isOpen, current, reply }: ModeFormProps) {
  const isUnread = current.mode === "unread";
  return (
    <FormAnswer reply={reply} initial={{ note: current.note }}>
      <form method="post">
        <Stack>
          <input type="hidden" name="shownMode" value={current.mode} />
          <input type="hidden" name="shownNote" value={current.note} />
          <input type="hidden" name="shownAt" value={current.at} />
          <TextAreaField
            name="note"
            label="Note for artists"
            optional
            hint={`${isUnread ? UNREAD_HINT : ""}Shown while submissions are closed. You can say when you open again, for example. At most ${MAX_NOTE} characters.`}
          />
          <Group>
            <IntentButton intent={isOpen ? "close" : "open"}>
              {isOpen ? "Close submissions" : "Open submissions"}
            </IntentButton>
            {!isUnread && <SecondaryButton intent="save-note">Save only the note</SecondaryButton>}
          </Group>
        </Stack>
      </form>
    </FormAnswer>
  );
}
