import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { line, tooLong } from "~/forms/fields";
import { type FieldErrors, missing, wrong } from "~/forms/reply";

const MAX_NAME = 200;

/** What staff know of an artist whose account they make. */
export const accountFormSchema = v.object({ artistName: line, name: line, email: line });
export type AccountForm = v.InferOutput<typeof accountFormSchema>;

/** What keeps an account from being made, by field. */
export function checkAccountForm({ artistName, name, email }: AccountForm): FieldErrors {
  const errors: FieldErrors = {};
  const long = tooLong("Artist name", artistName, MAX_NAME);
  if (!artistName) errors.artistName = missing("Artist name is required");
  else if (long) errors.artistName = long;
  const longName = tooLong("Name", name, MAX_NAME);
  if (longName) errors.name = longName;
  if (!email) errors.email = missing("Email is required");
  else if (!isEmailAddress(email)) errors.email = wrong("Please enter a valid email address");
  return errors;
}
