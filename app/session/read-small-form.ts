import { safeRedirectPath } from "~/forms/safe-redirect";
import { parseFormBody } from "~/forms/small-form";
import { readFormText } from "./form-text";

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
