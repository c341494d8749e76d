import { Group, Paper, Stack } from "@mantine/core";
import { type InvitationForm, invitationRules } from "~/domain/access/link-forms";
import type { FormReply } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { EnterButton } from "~/ui/enter-button";
import { HiddenField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";
import { Notice } from "../notice";

interface InvitationFieldsProps {
  reply: FormReply | undefined;
  initial: InvitationForm;
  /** The id of the next press, see `idsOfPress`. */
  press: string;
  /** The outcome of filling in from the board. */
  fillNotice?: string | undefined;
}

/** The form of an invitation. */
export function InvitationFields({ reply, initial, press, fillNotice }: InvitationFieldsProps) {
  const form = { reply, initial };
  const { field, onSubmit, onInput } = usePostedForm({ schema: invitationRules, ...form });
  return (
    <PlainForm {...form} onSubmit={onSubmit} onInput={onInput}>
      {/* Enter must make the invitation, not fill in from the board. */}
      <EnterButton intent="make">Create the invitation</EnterButton>
      <input type="hidden" name={PRESS_FIELD} value={press} />
      <HiddenField name="waitingListId" />
      <Paper p="sm">
        <Stack>
          <TextField
            {...field("boardItemId")}
            label="Item on the board"
            hint="The number of the board item that their submission will update. Leave it empty for a new item."
            optional
            inputMode="numeric"
            autoComplete="off"
          />
          {/* No validation: the item may fill in the missing fields. */}
          <Group>
            <SecondaryButton intent="fill" formNoValidate>
              Fill in from the board
            </SecondaryButton>
          </Group>
          {fillNotice && <Notice>{fillNotice}</Notice>}
        </Stack>
      </Paper>
      <TextField {...field("artistName")} label="Artist name" autoComplete="off" />
      <TextField
        {...field("email")}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <TextField {...field("firstName")} label="First name" optional autoComplete="off" />
      <TextField {...field("surname")} label="Surname" optional autoComplete="off" />
      <TextField {...field("country")} label="Country" optional autoComplete="off" />
      <TextField {...field("city")} label="City" optional autoComplete="off" />
      <TextField {...field("instagramProfile")} label="Instagram" optional inputMode="url" />
      <TextField {...field("tiktokProfile")} label="TikTok" optional inputMode="url" />
      <TextField {...field("spotifyProfile")} label="Spotify artist URL" optional inputMode="url" />
      <TextField {...field("listenLink")} label="Listen link" optional inputMode="url" />
      <Group>
        <IntentButton intent="make">Create the invitation</IntentButton>
      </Group>
    </PlainForm>
  );
}
