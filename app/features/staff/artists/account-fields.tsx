import { Button } from "@mantine/core";
import type { AccountForm } from "~/domain/artists/account-form";
import type { FieldErrors } from "~/forms/form-reply";
import { TextField } from "~/ui/field";
import { PlainForm } from "~/ui/plain-form";

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
      <p>
        <Button type="submit">Make the account</Button>
      </p>
    </PlainForm>
  );
}
