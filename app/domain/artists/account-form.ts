import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine, singleLine, tooLong } from "~/forms/fields";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";

/** The form with which staff create an artist's account. */
export const accountFormSchema = v.object({
  artistName: singleLine,
  name: singleLine,
  email: emailLine,
});
export type AccountForm = v.InferOutput<typeof accountFormSchema>;

export function checkAccountForm({ artistName, name, email }: AccountForm): FieldErrors {
  const errors: FieldErrors = {};
  const long = tooLong("Artist name", artistName);
  if (!artistName) errors.artistName = missingError("Artist name is required");
  else if (long) errors.artistName = long;
  const longName = tooLong("Name", name);
  if (longName) errors.name = longName;
  if (!email) errors.email = missingError("Email is required");
  else if (!isEmailAddress(email))
    errors.email = invalidError("Please enter a valid email address");
  return errors;
}
