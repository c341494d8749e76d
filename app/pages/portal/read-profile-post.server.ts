import { PICTURE_MAX_BYTES } from "~/artists/picture-rules";
import { BrokenFormError, type Chunks, readFormParts } from "~/forms/form-parts.server";
import { refusal } from "~/session/refusal";
import { NO_FORM_TEXT, NOT_WHOLE_TEXT, readFormText } from "../form-text";

/** A profile is a page of text; more than this is no form of ours. */
const MAX_FIELDS_BYTES = 256 * 1024;
/** What the edge lets through: a picture that is far too large still brings the text beside it. */
const MAX_POST_BYTES = 100 * 1024 * 1024;
const LIMITS = { bytes: MAX_POST_BYTES, fieldBytes: MAX_FIELDS_BYTES };

const TOO_LARGE = "That's more than this form can take. Go back and send less of it.";

/** A posted profile: its fields, and the picture that came with them. */
export interface ProfilePost {
  fields: [string, string][];
  /** Of a picture over its limit no byte is kept. */
  picture: Uint8Array<ArrayBuffer> | "too-large" | undefined;
}

/** The bytes of a file, of which no more than the limit are held; it is read to its end. */
async function readPicture(chunks: Chunks): Promise<ProfilePost["picture"]> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size <= PICTURE_MAX_BYTES) pieces.push(next.value);
    else pieces.length = 0;
  }
  if (size > PICTURE_MAX_BYTES) return "too-large";
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of pieces) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function readMultipart(request: Request): Promise<ProfilePost> {
  const post: ProfilePost = { fields: [], picture: undefined };
  let room = MAX_FIELDS_BYTES;
  for await (const part of readFormParts(request, LIMITS)) {
    if (part.kind === "field") {
      room -= part.name.length + part.value.length;
      if (room < 0) throw refusal(413, TOO_LARGE);
      post.fields.push([part.name, part.value]);
      continue;
    }
    const picture = await readPicture(part.chunks);
    // A file field that was left empty arrives as a file without a name.
    if (part.name === "picture" && part.fileName !== "") post.picture = picture;
  }
  return post;
}

/**
 * Reads a posted profile, in either of the two encodings of forms.
 * @throws Response a refusal: 415 for no form, 413 for one that is too large, 408 for one that stops
 * coming, 400 for a broken one.
 */
export async function readProfilePost(request: Request): Promise<ProfilePost> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const text = await readFormText(request, MAX_FIELDS_BYTES, TOO_LARGE);
    return { fields: [...new URLSearchParams(text)], picture: undefined };
  }
  if (!type.startsWith("multipart/form-data")) throw refusal(415, NO_FORM_TEXT);
  try {
    return await readMultipart(request);
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error;
    const large = error.reason === "TooLarge" || error.reason === "ReachedLimit";
    if (large) throw refusal(413, TOO_LARGE);
    throw refusal(error.reason === "Cut" ? 408 : 400, NOT_WHOLE_TEXT);
  }
}
