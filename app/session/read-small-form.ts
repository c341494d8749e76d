import { readBody } from "~/forms/read-body";
import { safeRedirectPath } from "~/forms/safe-redirect";
import { parseFormBody } from "~/forms/small-form";
import { refusal } from "./refusal";

export const NO_FORM_TEXT =
  "We couldn't read that form. Go back, reload the page and send it again.";
export const INCOMPLETE_FORM_TEXT = "Your form didn't reach us in full. Go back and send it again.";
export const TOO_MUCH_TEXT = "That's more text than this form can take. Go back and shorten it.";

/**
 * The text of a posted form without files.
 * @param tooMuchText shown if the form is too large.
 * @throws Response a refusal: 413 if it is too large, 408 if it stops arriving.
 */
export async function readFormText(
  request: Request,
  maxBytes: number,
  tooMuchText = TOO_MUCH_TEXT,
): Promise<string> {
  const body = await readBody(request, maxBytes);
  if (body.ok) return body.text;
  throw body.reason === "cut" ? refusal(408, INCOMPLETE_FORM_TEXT) : refusal(413, tooMuchText);
}

const MAX_BYTES = 8_192;
/** As long as the longest text of these forms, a link that somebody pasted. */
const MAX_TEXT = 5_000;

/**
 * A small posted form: its fields, and the page to return to.
 * @param maxText the limit of its longest field.
 * @param fallback the return path if the form names no page of this site.
 * @throws Response as {@link readFormText}.
 */
export async function readSmallForm(
  request: Request,
  fallback = "/submit",
  maxBytes = MAX_BYTES,
  maxText = MAX_TEXT,
): Promise<{ fields: URLSearchParams; to: string }> {
  const text = await readFormText(request, maxBytes);
  const fields = await parseFormBody(text, request.headers.get("Content-Type") ?? "", maxText);
  return { fields, to: safeRedirectPath(fields.get("to"), request.url, fallback) };
}
