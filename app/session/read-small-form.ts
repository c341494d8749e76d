import { safeRedirectPath } from "~/forms/safe-redirect";
import { parseFormBody } from "~/forms/small-form";
import { readFormText } from "./form-text";

const MAX_BYTES = 8_192;

/**
 * A small posted form: its fields, and the page to return to.
 * @param fallback the return path if the form names no page of this site.
 * @throws Response as {@link readFormText}.
 */
export async function readSmallForm(
  request: Request,
  fallback = "/submit",
  maxBytes = MAX_BYTES,
): Promise<{ fields: URLSearchParams; to: string }> {
  const text = await readFormText(request, maxBytes);
  const fields = await parseFormBody(text, request.headers.get("Content-Type") ?? "");
  return { fields, to: safeRedirectPath(fields.get("to"), request.url, fallback) };
}
