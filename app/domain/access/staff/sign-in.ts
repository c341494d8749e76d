import * as v from "valibot";

/** In characters; longer input is refused unread. */
const MAX_PASSCODE = 200;

/** No line breaks or bidirectional controls: colleagues read the name in the audit log. */
const onOneLine = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u;
const hasLetterOrDigit = /[\p{L}\p{N}]/u;
const NO_NAME = "Type your name. Colleagues see it next to what you do.";

export const signInSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, NO_NAME),
    v.maxLength(60, "Your name must have at most 60 characters."),
    v.regex(onOneLine, "Your name must be on one line, without invisible characters."),
    v.regex(hasLetterOrDigit, NO_NAME),
  ),
  passcode: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, "Type the staff passcode."),
    v.maxLength(
      MAX_PASSCODE,
      `A passcode has at most ${MAX_PASSCODE} characters. Check what you pasted.`,
    ),
  ),
});

export const SIGN_IN_NOT_CONFIGURED =
  "Staff pages are closed: this installation has neither a staff passcode nor Cloudflare Access. Set STAFF_PASSCODE, or ACCESS_TEAM_DOMAIN and ACCESS_AUD, and deploy again.";
export const ACCESS_ONLY =
  "Staff sign in through Cloudflare Access here, and it did not confirm who you are. Open this page at the address that Access protects, or ask the person who manages it.";
export const ACCESS_UNCHECKED =
  "Your sign-in could not be checked: Cloudflare Access does not answer. Try again in a minute.";
