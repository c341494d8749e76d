import { Button } from "~/components/controls";
import { TextField } from "~/components/field";
import { FormReplyContext, NO_REPLY } from "~/components/form-reply";
import lists from "~/components/lists.module.css";
import notice from "~/components/notice-page.module.css";
import type { ReturningForm } from "~/entry/link-forms";
import type { FieldErrors } from "~/forms/reply";

interface ReturningFieldsProps {
  values: ReturningForm;
  errors: FieldErrors;
}

/** The form for one artist's link. */
export function ReturningFields({ values, errors }: ReturningFieldsProps) {
  const [first] = Object.keys(errors);
  return (
    <FormReplyContext.Provider value={{ ...NO_REPLY, values, errors, first }}>
      <form method="post" noValidate className={lists.stack}>
        <h2>One artist</h2>
        <TextField name="artistName" label="Artist name" autoComplete="off" />
        <TextField
          name="email"
          label="Email"
          hint="What they sent before from this address is filled in."
          type="email"
          inputMode="email"
          autoComplete="off"
        />
        <p className={notice.buttons}>
          <Button type="submit" name="intent" value="make">
            Make the link
          </Button>
        </p>
      </form>
    </FormReplyContext.Provider>
  );
}
