import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine, maxLengthRule } from "~/forms/fields";

export const linkAddressSchema = v.object({
  email: v.pipe(
    emailLine,
    v.nonEmpty("Email is required"),
    v.check(isEmailAddress, "Please enter a valid email address"),
    maxLengthRule("Email"),
  ),
});
