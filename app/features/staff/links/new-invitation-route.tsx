import { Alert, Group, Paper, Stack } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { invitationRules } from "~/domain/access/link-forms";
import { LINK_DAYS } from "~/domain/access/link-texts";
import { PRESS_FIELD } from "~/forms/press-field";
import { EnterButton } from "~/ui/enter-button";
import { EmailField, HiddenField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";
import { Notice } from "../notice";
import { StaffPage } from "../staff-page";
import type { loader, Reply } from "./new-invitation-route.server";
import { NewLink } from "./new-link";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Invite an artist";

export const meta = titled(HEADING);

/** The form of an invitation, filled with what is known of the artist; then its link. */
export default function InviteArtist() {
  const { values, press, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  const form = { reply, initial: values };
  const { field, onSubmit, onInput } = usePostedForm({ schema: invitationRules, ...form });
  if (!reply && shown) return <NewLink {...shown} />;
  return (
    <StaffPage
      heading={HEADING}
      lead={`An invitation is for one release. The artist has ${LINK_DAYS.invited} days to start, even while submissions are closed. We fill in what you know about them.`}
    >
      {reply?.trouble && <Alert color="bad">{reply.trouble}</Alert>}
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
            />
            {/* No validation: the item may fill in the missing fields. */}
            <Group>
              <SecondaryButton intent="fill" formNoValidate>
                Fill in from the board
              </SecondaryButton>
            </Group>
            {reply?.said && <Notice>{reply.said}</Notice>}
          </Stack>
        </Paper>
        <TextField {...field("artistName")} label="Artist name" />
        <EmailField {...field("email")} label="Email" />
        <TextField {...field("firstName")} label="First name" optional />
        <TextField {...field("surname")} label="Surname" optional />
        <TextField {...field("country")} label="Country" optional />
        <TextField {...field("city")} label="City" optional />
        <TextField {...field("instagramProfile")} label="Instagram" optional inputMode="url" />
        <TextField {...field("tiktokProfile")} label="TikTok" optional inputMode="url" />
        <TextField
          {...field("spotifyProfile")}
          label="Spotify artist URL"
          optional
          inputMode="url"
        />
        <TextField {...field("listenLink")} label="Listen link" optional inputMode="url" />
        <Group>
          <IntentButton intent="make">Create the invitation</IntentButton>
        </Group>
      </PlainForm>
    </StaffPage>
  );
}
