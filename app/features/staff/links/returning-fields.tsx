import { Button, Group } from "@mantine/core";
import { type ReturningForm, returningRules } from "~/domain/access/link-forms";
import type { FieldErrors } from "~/forms/form-reply";
import { PRESS_FIELD } from "~/forms/press-field";
import { TextField } from "~/ui/field";
import { PlainForm } from "~/ui/plain-form";
import { usePostedForm } from "~/ui/use-posted-form";

interface ReturningFieldsProps {
  values: ReturningForm;
  errors: FieldErrors | undefined;
  /** The id of the next press, see `idsOfPress`. */
  press: string;
}

/** The form for one artist's link. */
export function ReturningFields({ values, errors, press }: ReturningFieldsProps) {
  const { field, onSubmit, onInput } = usePostedForm({
    schema: returningRules,
    initial: values,
    errors,
  });
  return (
    <PlainForm values={values} errors={errors} onSubmit={onSubmit} onInput={onInput}>
      <input type="hidden" name={PRESS_FIELD} value={press} />
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
      <Group>
        <Button type="submit" name="intent" value="make">
          Make the link
        </Button>
      </Group>
    </PlainForm>
  );
}
