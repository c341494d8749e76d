import { PICTURE_MAX_BYTES } from "~/domain/artists/picture-rules";
import { BrokenFormError, type Chunks, readFormParts } from "~/forms/form-parts.server";
import { INCOMPLETE_FORM_TEXT, NO_FORM_TEXT, readFormText } from "~/session/read-small-form";
import { refusal } from "~/session/refusal";

const MAX_FIELDS_BYTES = 256 * 1024;
/** Cloudflare's limit: even with a picture that is too large, the text beside it is saved. */
const MAX_POST_BYTES = 100 * 1024 * 1024;
const LIMITS = { bytes: MAX_POST_BYTES, fieldBytes: MAX_FIELDS_BYTES };

const TOO_LARGE = "That's more than this form can take. Go back and send less of it.";

export interface ProfilePost {
  fields: [string, string][];
  /** A picture over the limit is not kept in memory. */
  picture: Uint8Array<ArrayBuffer> | "too-large" | undefined;
}

/** Reads a file to its end; drops the bytes once it exceeds the limit. */
async function readPicture(chunks: Chunks): Promise<ProfilePost["picture"]> {
  const stored: Uint8Array[] = [];
  let size = 0;
  for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
    size += next.value.length;
    if (size <= PICTURE_MAX_BYTES) stored.push(next.value);
    else stored.length = 0;
  }
  if (size > PICTURE_MAX_BYTES) return "too-large";
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of stored) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

async function readMultipart(request: Request): Promise<ProfilePost> {
  const post: ProfilePost = { fields: [], picture: undefined };
  let remainingBytes = MAX_FIELDS_BYTES;
  for await (const part of readFormParts(request, LIMITS)) {
    if (part.kind === "field") {
      remainingBytes -= part.name.length + part.value.length;
      if (remainingBytes < 0) throw refusal(413, TOO_LARGE);
      post.fields.push([part.name, part.value]);
      continue;
    }
    const picture = await readPicture(part.chunks);
    // An empty file field arrives as a file without a name.
    if (part.name === "picture" && part.fileName !== "") post.picture = picture;
  }
  return post;
}

/**
 * Reads a posted profile, in either form encoding.
 * @throws Response a refusal: 415 if it is no form, 413 if too large, 408 if it stops arriving, 400 if
 * broken.
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
    throw refusal(error.reason === "Cut" ? 408 : 400, INCOMPLETE_FORM_TEXT);
  }
}
