import { readBody } from "~/forms/read-body";
import { refusal } from "~/session/refusal";

/** Room for an album with all its lyrics, each letter of them as three. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * The fields of a form without files, however long what was typed.
 * @throws Response 415 for no form, 413 for one that is too large, 408 for one that stops coming.
 */
export async function readTypedForm(request: Request): Promise<[string, string][]> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded"))
    throw refusal(415, "We couldn't read that form. Go back, reload the page and send it again.");
  const body = await readBody(request, MAX_BYTES);
  if (body.ok) return [...new URLSearchParams(body.text)];
  throw body.why === "cut"
    ? refusal(408, "Your form didn't reach us in full. Go back and send it again.")
    : refusal(413, TOO_MUCH_TEXT);
}

export const TOO_MUCH_TEXT = "That's more text than this form can take. Go back and shorten it.";
