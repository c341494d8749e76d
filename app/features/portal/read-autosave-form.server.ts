import { NO_FORM_TEXT, readFormText } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";

/** Room for an album with all its lyrics, each character percent-encoded as three. */
const MAX_BYTES = 3 * 1024 * 1024;

/**
 * The fields of a form without files.
 * @throws Response 415 if it is no form; else as {@link readFormText}.
 */
export async function readTypedForm(request: Request): Promise<[string, string][]> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (!type.startsWith("application/x-www-form-urlencoded")) throw refusal(415, NO_FORM_TEXT);
  return [...new URLSearchParams(await readFormText(request, MAX_BYTES))];
}
