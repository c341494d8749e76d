import * as v from "valibot";
import { readCredentialEnds } from "./credential-ends";
import { count } from "./limit-settings";

/** From when on staff are told that something is wrong, as settings. docs/operations.md lists them. */
export const alertEntries = {
  ALERT_ERRORS_PER_HOUR: count("ALERT_ERRORS_PER_HOUR", 30),
  ALERT_FILES_GB: count("ALERT_FILES_GB", 500),
  CREDENTIALS_END: v.optional(
    v.pipe(
      v.string("CREDENTIALS_END must be a text."),
      v.check(
        (text) => readCredentialEnds(text) !== undefined,
        "CREDENTIALS_END must be pairs such as SMTP_PASSWORD:2027-06-30 with commas between them: each name once, with the day on which it ends.",
      ),
    ),
  ),
};
