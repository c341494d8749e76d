import { Group } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { returningRules } from "~/domain/access/link-forms";
import { LINK_DAYS } from "~/domain/access/link-texts";
import type { FormReply } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { EmailField, TextField } from "~/ui/field";
import { IntentButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";
import { StaffPage } from "../staff-page";
import { NewLink } from "./new-link";
import { CreatedLinks, ImportPreview, PastedListForm } from "./pasted-list";
import type { loader, Reply } from "./returning-links-route.server";
import type { NewLinks } from "./staff-links.server";

/** Scripts are for the copy button. */
export const handle = { scripts: true };

const HEADING = "Links for returning artists";

export const meta = titled(HEADING);

/** Stable across renders: a new object would reset the fields and lose what is typed. */
const EMPTY = { artistName: "", email: "" };

/** The form for one artist's link. @param press the id of the next press, see `idsOfPress`. */
function ReturningFields({ reply, press }: { reply: FormReply | undefined; press: string }) {
  const form = { reply, initial: EMPTY };
  const { field, onSubmit, onInput } = usePostedForm({ schema: returningRules, ...form });
  return (
    <PlainForm {...form} onSubmit={onSubmit} onInput={onInput}>
      <input type="hidden" name={PRESS_FIELD} value={press} />
      <h2>One artist</h2>
      <TextField {...field("artistName")} label="Artist name" />
      <EmailField
        {...field("email")}
        label="Email"
        hint="We fill in what they sent before from this address."
      />
      <Group>
        <IntentButton intent="make">Create the link</IntentButton>
      </Group>
    </PlainForm>
  );
}

export default function ReturningArtists() {
  const { press, shown } = useLoaderData<typeof loader>();
  // A reply with many links is too long to be kept for the page after the post.
  const reply = useActionData<Reply | NewLinks>() ?? shown;
  if (reply && "link" in reply) return <NewLink {...reply} />;
  if (reply && "made" in reply) return <CreatedLinks {...reply} />;
  if (reply?.preview) return <ImportPreview {...reply} {...reply.preview} />;
  const isOfList = reply?.values.list !== undefined;
  return (
    <StaffPage
      heading={HEADING}
      lead={`With this link an artist can send many releases. We fill in each form from their last release. The link works for ${LINK_DAYS.returning} days, even while submissions are closed.`}
    >
      <ReturningFields reply={isOfList ? undefined : reply} press={press} />
      <PastedListForm reply={isOfList ? reply : undefined} />
    </StaffPage>
  );
}
