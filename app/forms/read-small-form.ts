import { readBody } from "./read-body";

/** A button or two; more than this is no form of ours. */
const MAX_BYTES = 4_096;

/**
 * The fields of a small form, in whichever of the two encodings it came: mailboxes may use either for
 * the button that stops mails (RFC 8058). Empty for anything else; undefined when it stops coming.
 */
export async function readSmallForm(request: Request): Promise<URLSearchParams | undefined> {
  const result = await readBody(request, MAX_BYTES);
  if (!result.ok && result.why === "cut") return undefined;
  const body = result.ok ? result.text : "";
  const type = request.headers.get("Content-Type") ?? "";
  if (!type.toLowerCase().startsWith("multipart/form-data")) return new URLSearchParams(body);
  const headers = { "Content-Type": type };
  const form = await new Response(body, { headers }).formData().catch(() => new FormData());
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === "string") fields.append(name, value);
  return fields;
}
