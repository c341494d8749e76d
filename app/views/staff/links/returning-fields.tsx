import { Button } from "~/components/controls";
import { TextField } from "~/components/field";
import notice from "~/components/notice-page.module.css";
import { PlainForm } from "~/components/plain-form";
import { usePostedForm } from "~/components/use-posted-form";
import { type ReturningForm, returningRules } from "~/entry/link-forms";
import type { FieldErrors } from "~/forms/form-reply";

interface ReturningFieldsProps {
  values: ReturningForm;
  errors: FieldErrors | undefined;
}

/** The form for one artist's link. */
export function ReturningFields({ values, errors }: ReturningFieldsProps) {
  const { field, onSubmit, onInput } = usePostedForm({
    schema: returningRules,
    initial: values,
    errors,
  });
  return (
    <PlainForm values={values} errors={errors} onSubmit={onSubmit} onInput={onInput}>
      <h2>One artist</h2>
      <TextField {...field("artistName")} label="Artist name" autoComplete="off" />
      <TextField
        {...field("email")}
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
    </PlainForm>
  );
}
