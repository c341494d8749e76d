import { readBody } from "~/forms/read-body";
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
