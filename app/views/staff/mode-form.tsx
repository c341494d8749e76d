import { Button } from "~/components/controls";
import { TextAreaField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import { MAX_NOTE } from "~/entry/submission-mode";
import { type FieldErrors, wrong } from "~/forms/reply";

interface ModeFormProps {
  isOpen: boolean;
  note: string;
  error?: string;
}

/** The switch, and what artists read while submissions are closed. */
export function ModeForm({ isOpen, note, error }: ModeFormProps) {
  const errors: FieldErrors = error === undefined ? {} : { note: wrong(error) };
  const first = error === undefined ? undefined : "note";
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values: { note }, errors, first }}>
      <form method="post" className={lists.stack}>
        <TextAreaField
          name="note"
          label="Note for artists"
          optional
          hint={`They read it while submissions are closed: when you open again, for example. At most ${MAX_NOTE} characters.`}
        />
        <p className={notice.buttons}>
          <Button type="submit" name="intent" value={isOpen ? "close" : "open"}>
            {isOpen ? "Close submissions" : "Open submissions"}
          </Button>
          <Button type="submit" name="intent" value="save-note" variant="default">
            Save the note only
          </Button>
        </p>
      </form>
    </FormReplyContext.Provider>
  );
}
