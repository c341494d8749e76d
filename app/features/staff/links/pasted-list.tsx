import { Group, Stack } from "@mantine/core";
import { MAX_LINES } from "~/domain/access/link-forms";
import type { FormReply } from "~/forms/form-reply";
import { TextAreaField } from "~/ui/field";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { FormAnswer, PlainForm } from "~/ui/plain-form";
import { PostButton } from "../post-button";
import { RowList } from "../row-list";
import { StaffPage } from "../staff-page";
import type { Reply } from "./returning-links-route.server";
import type { NewLinks } from "./staff-links.server";

const links = (count: number) => (count === 1 ? "1 link" : `${count} links`);

const EMPTY = { list: "" };

/** The form for a pasted list of names and addresses. */
export function PastedListForm({ reply }: { reply: FormReply | undefined }) {
  return (
    <PlainForm reply={reply} initial={EMPTY}>
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
export function ImportPreview(reply: Reply & NonNullable<Reply["preview"]>) {
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
export function CreatedLinks({
  made: { count, text },
  mailed,
}: Extract<NewLinks, { made: unknown }>) {
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
