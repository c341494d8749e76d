import { Group, Stack } from "@mantine/core";
import { useActionData, useLoaderData } from "@remix-run/react";
import { MAX_LINES, returningRules } from "~/domain/access/link-forms";
import { LINK_DAYS } from "~/domain/access/link-texts";
import type { FormReply } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { EmailField, TextAreaField, TextField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { titled } from "~/ui/page-title";
import { FormAnswer, PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import { NewLink } from "./new-link";
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

const links = (count: number) => (count === 1 ? "1 link" : `${count} links`);

const EMPTY_LIST = { list: "" };

function PastedListForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <PlainForm reply={reply} initial={EMPTY_LIST}>
      <h2>A list of artists</h2>
      <TextAreaField
        name="list"
        label="Names and addresses"
        hint={`One artist per line: name, comma, email address. Or paste two columns of a spreadsheet. At most ${MAX_LINES} lines.`}
        rows={8}
      />
      <Group>
        <SecondaryButton intent="preview">Preview the links</SecondaryButton>
      </Group>
    </PlainForm>
  );
}

/** The preview of a pasted list: how many links it makes, and which lines are invalid. */
function ImportPreview(reply: Reply & NonNullable<Reply["preview"]>) {
  const { validCount, invalidLines } = reply;
  return (
    <StaffPage heading={`${links(validCount)} to create`}>
      {validCount > 0 && (
        <PostButton intent="make-list" variant="filled" fields={{ list: reply.values.list ?? "" }}>
          Create {links(validCount)}
        </PostButton>
      )}
      {invalidLines.length > 0 && (
        <section>
          <h2>
            {invalidLines.length === 1
              ? "1 line has a problem"
              : `${invalidLines.length} lines have problems`}
          </h2>
          <RowList rows={invalidLines.map((line) => ({ id: line.number, ...line }))}>
            {({ id, text, error }) => `Line ${id}, "${text}": ${error}`}
          </RowList>
        </section>
      )}
      <PastedListForm reply={reply} />
    </StaffPage>
  );
}

/** The new links of a list, which are shown only once, to be copied or mailed. */
function CreatedLinks({ made: { count, text }, mailed }: Extract<NewLinks, { made: unknown }>) {
  return (
    <StaffPage
      heading={`${links(count)} created`}
      lead="You see these links only once. Copy them into a spreadsheet, where name, address and link are three columns. Or email each link to its artist."
    >
      {mailed && <p role="status">{mailed}</p>}
      <FormAnswer reply={undefined} initial={{ made: text }}>
        <form method="post">
          <Stack>
            <TextAreaField name="made" label="Links" rows={12} readOnly />
            {!mailed && count > 0 && (
              <Group>
                <IntentButton intent="send-list">
                  {count === 1 ? "Email it to the artist" : `Email all ${count} to their artists`}
                </IntentButton>
              </Group>
            )}
          </Stack>
        </form>
      </FormAnswer>
      <p>
        <a href="/staff/links">Back to all links</a>
      </p>
    </StaffPage>
  );
}
