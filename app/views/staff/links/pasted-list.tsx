import { useMemo } from "react";
import { Button } from "~/components/controls";
import { TextAreaField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply-context";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import { PlainForm } from "~/components/plain-form";
import { MAX_LINES, type PastedLine } from "~/entry/link-forms";
import { type FieldErrors, invalidError as wrongText } from "~/forms/form-reply";
import styles from "./staff-links.module.css";

const links = (count: number) => (count === 1 ? "1 link" : `${count} links`);

/** Takes a list of names and addresses. */
export function PastedListForm({ list, error }: { list: string; error?: string | undefined }) {
  // Other values would wipe what is typed; these are the same until there is another list.
  const values = useMemo(() => ({ list }), [list]);
  const errors: FieldErrors = error === undefined ? {} : { list: wrongText(error) };
  return (
    <PlainForm values={values} errors={errors}>
      <h2>A list of artists</h2>
      <TextAreaField
        name="list"
        label="Names and addresses"
        hint={`One artist a line: name, comma, email address; or two columns of a spreadsheet. At most ${MAX_LINES} lines.`}
        rows={8}
      />
      <p className={notice.buttons}>
        <Button type="submit" name="intent" value="preview" variant="default">
          See what will be made
        </Button>
      </p>
    </PlainForm>
  );
}

interface PastedPreviewProps {
  list: string;
  good: number;
  wrong: readonly PastedLine[];
}

/** What would be made of a list, and which of its lines are wrong. */
export function ImportPreview({ list, good, wrong }: PastedPreviewProps) {
  return (
    <div className={notice.page}>
      <h1>{links(good)} will be made</h1>
      {good > 0 && (
        <form method="post">
          <input type="hidden" name="list" value={list} />
          <Button type="submit" name="intent" value="make-list">
            Make {links(good)}
          </Button>
        </form>
      )}
      {wrong.length > 0 && (
        <section>
          <h2>{wrong.length === 1 ? "1 line makes none" : `${wrong.length} lines make none`}</h2>
          <ul className={styles.wrong}>
            {wrong.map(({ number, text, error }) => (
              <li key={number}>
                Line {number}, "{text}": {error}
              </li>
            ))}
          </ul>
        </section>
      )}
      <PastedListForm list={list} />
    </div>
  );
}

interface MadeListProps {
  count: number;
  /** A link a line: name, address and link, with tabs between. */
  text: string;
  /** What came of mailing them. */
  mailed?: string | undefined;
}

/** The links of a list, this once: as lines for a spreadsheet, and to be mailed with one press. */
export function CreatedLinks({ count, text, mailed }: MadeListProps) {
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { made: text }, errors: {} }}>
      <div className={notice.page}>
        <h1>{links(count)} made</h1>
        <p className={notice.lead}>
          This is the only time they are shown. Copy them all into a spreadsheet: name, address and
          link are three columns. Or have each sent to its artist.
        </p>
        {mailed && <p role="status">{mailed}</p>}
        <form method="post" className={lists.stack}>
          <TextAreaField name="made" label="Links" rows={12} readOnly className={styles.made} />
          {!mailed && count > 0 && (
            <p className={notice.buttons}>
              <Button type="submit" name="intent" value="send-list">
                {count === 1 ? "Send it by mail" : `Send all ${count} by mail`}
              </Button>
            </p>
          )}
        </form>
        <p className={notice.actions}>
          <a href="/staff/links">Back to all links</a>
        </p>
      </div>
    </FormReplyContext.Provider>
  );
}
