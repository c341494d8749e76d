import * as v from "valibot";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";

export const linkAddressSchema = v.object({
  email: v.pipe(
    emailLine,
    v.nonEmpty("Email is required"),
    v.check(isEmailAddress, "Please enter a valid email address"),
    v.maxLength(200, "Email must be 200 characters or fewer"),
  ),
});
