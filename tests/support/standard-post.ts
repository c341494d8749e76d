import { type ApiReply, readApiReply } from "./direct-upload";
import { BOUNDARY, type FormPart, formBody } from "./form-post";
import type { Visitor } from "./visitor";

/** The file of the standard call. */
export const fileOf = (body: Uint8Array, fileName = "ferry.wav", type = "audio/wav"): FormPart => ({
  name: "file",
  fileName,
  type,
  body,
});

/** Its text fields. */
export const fieldsOf = (fields: Record<string, string>): FormPart[] =>
  Object.entries(fields).map(([name, body]) => ({ name, body }));

/** What the specified client says of a track. */
export const specifiedForm = { artistName: "Sigrid Vale", fileType: "track", sessionId: "s-1" };

/** Posts a form to the standard call; `untold` without its length. */
export function postStandard(
  visitor: Visitor,
  parts: FormPart[],
  untold = false,
): Promise<ApiReply> {
  const body = formBody(parts);
  return readApiReply(
    visitor.send("/api/upload", {
      method: "POST",
      headers: { "Content-Type": `multipart/form-data; boundary=${BOUNDARY}` },
      body: untold ? new Blob([body]).stream() : body,
      ...(untold && { duplex: "half" }),
    } as RequestInit),
  );
}
