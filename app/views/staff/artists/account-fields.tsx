import type { AccountForm } from "~/artists/account-form";
import { Button } from "~/components/controls";
import { TextField } from "~/components/field";
import notice from "~/components/notice-page.module.css";
import { PlainForm } from "~/components/plain-form";
import type { FieldErrors } from "~/forms/form-reply";

/** The form that creates an account by hand. */
export function AccountFields({ values, errors }: { values: AccountForm; errors: FieldErrors }) {
  return (
    <PlainForm values={values} errors={errors}>
      <h2>Make an account</h2>
      <TextField name="artistName" label="Artist name" autoComplete="off" />
      <TextField name="name" label="Name" optional autoComplete="off" />
      <TextField
        name="email"
        label="Email"
        hint="The artist ID and the invitation code go there. Nobody else sees the code."
        type="email"
        inputMode="email"
        autoComplete="off"
      />
      <p className={notice.buttons}>
        <Button type="submit">Make the account</Button>
      </p>
    </PlainForm>
  );
}
