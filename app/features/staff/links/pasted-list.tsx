import { Group, Stack, Text } from "@mantine/core";
import { MAX_LINES, type PastedLine } from "~/domain/access/link-forms";
import type { FormReply } from "~/forms/form-reply";
import { TextAreaField } from "~/ui/field";
import { FormReplyContext, NO_REPLY } from "~/ui/form-reply-context";
import { IntentButton, SecondaryButton } from "~/ui/intent-button";
import { PlainForm } from "~/ui/plain-form";
import styles from "../row-list.module.css";

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

interface ImportPreviewProps {
  reply: FormReply<{ list?: string }>;
  validCount: number;
  invalidLines: readonly PastedLine[];
}

/** The preview of a pasted list: how many links it makes, and which lines are invalid. */
export function ImportPreview({ reply, validCount, invalidLines }: ImportPreviewProps) {
  return (
    <Stack gap="md" maw={640}>
      <h1>{links(validCount)} to create</h1>
      {validCount > 0 && (
        <form method="post">
          <input type="hidden" name="list" value={reply.values.list} />
          <IntentButton intent="make-list">Create {links(validCount)}</IntentButton>
        </form>
      )}
      {invalidLines.length > 0 && (
        <section>
          <h2>
            {invalidLines.length === 1
              ? "1 line has a problem"
              : `${invalidLines.length} lines have problems`}
          </h2>
          <ul className={styles.list}>
            {invalidLines.map(({ number, text, error }) => (
              <li key={number}>
                Line {number}, "{text}": {error}
              </li>
            ))}
          </ul>
        </section>
      )}
      <PastedListForm reply={reply} />
    </Stack>
  );
}

interface CreatedLinksProps {
  count: number;
  /** One link per line: name, address and link, separated by tabs. */
  text: string;
  /** The outcome of mailing them. */
  mailOutcome?: string | undefined;
}

/** The new links of a list, which are shown only once, to be copied or mailed. */
export function CreatedLinks({ count, text, mailOutcome }: CreatedLinksProps) {
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { made: text }, errors: {} }}>
      <Stack gap="md" maw={640}>
        <h1>{links(count)} created</h1>
        <Text size="lg">
          You see these links only once. Copy them into a spreadsheet, where name, address and link
          are three columns. Or email each link to its artist.
        </Text>
        {mailOutcome && <p role="status">{mailOutcome}</p>}
        <form method="post">
          <Stack>
            <TextAreaField name="made" label="Links" rows={12} readOnly />
            {!mailOutcome && count > 0 && (
              <Group>
                <IntentButton intent="send-list">
                  {count === 1 ? "Email it to the artist" : `Email all ${count} to their artists`}
                </IntentButton>
              </Group>
            )}
          </Stack>
        </form>
        <p>
          <a href="/staff/links">Back to all links</a>
        </p>
      </Stack>
    </FormReplyContext.Provider>
  );
}
