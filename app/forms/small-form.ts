import { normalizeText } from "~/platform/formats/normalize-text";
import { readUpTo } from "./fields";

/**
 * The fields of a small form in either encoding (RFC 8058 allows both for the unsubscribe button).
 * Texts are normalized; empty for anything else.
 * @param type its Content-Type.
 * @param maxText the limit of its longest field.
 */
export async function parseFormBody(
  body: string,
  type: string,
  maxText: number,
): Promise<URLSearchParams> {
  const fields = new URLSearchParams();
  const read = readUpTo(maxText, normalizeText);
  for (const [name, value] of await parsePairs(body, type))
    if (typeof value === "string") fields.append(name, read(value));
  return fields;
}

async function parsePairs(
  body: string,
  type: string,
): Promise<Iterable<[string, FormDataEntryValue]>> {
  if (!type.toLowerCase().startsWith("multipart/form-data")) return new URLSearchParams(body);
  const response = new Response(body, { headers: { "Content-Type": type } });
  return response.formData().catch(() => new FormData());
}
