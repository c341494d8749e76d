import type { Log } from "~/monitoring/log";
import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import type { Draft } from "~/submission/draft";
import { KEEP_MINE } from "~/submission/post-version";
import { receiveStream } from "~/uploads/receiving/receive-stream.server";
import type { UploadRooms } from "~/uploads/receiving/upload-rooms.server";
import { slotOfField } from "~/uploads/slots";
import { BrokenFormError, type FormPart, readFormParts } from "./form-parts.server";
import { readBody } from "./read-body";
import { refusal } from "./refusal";

/** A step's answers are texts; more than this is no form of ours. */
const MAX_FIELDS_BYTES = 1024 * 1024;
/** As JSON: three steps lie in one database row, and D1 takes rows of at most 2 MB. */
const MAX_STORED_BYTES = 600_000;
/** Room for a track at its limit and some more files, so that the reply can name the file. */
const MAX_POST_BYTES = 300 * 1024 * 1024;

const NOT_WHOLE = "The form did not arrive whole. Go back and send it again.";
const TOO_LARGE =
  "File size exceeds 200MB limit, or these files together exceed 300MB. Go back and send fewer of them at a time.";
const TOO_MUCH_TEXT = "This is more text than a form can take.";

/** A posted form: its text fields, and one sentence per file that could not be taken. */
export interface Post {
  fields: [string, string][];
  /** By the name of the file's field. */
  fileErrors: Record<string, string>;
  /** The status a reply with file errors has. */
  fileStatus: 400 | 409 | 413 | 415;
}

/** What receiving files takes. */
interface Receiver {
  uploads: UploadRooms;
  clock: Clock;
  ids: Ids;
  log: Log;
}

/** What the artist pressed: `next` unless the form says otherwise. */
export function intentOf(post: Pick<Post, "fields">): string {
  const intent = lastOf(post.fields, "intent") ?? "next";
  // Who keeps this page's version after a conflict had pressed Next before it.
  return intent === KEEP_MINE ? "next" : intent;
}

/** A field sent twice counts as it was sent last, as in the answers. */
function lastOf(fields: Post["fields"], name: string): string | undefined {
  return fields.findLast(([other]) => other === name)?.[1];
}

/**
 * Reads a step's form post. Files in it are streamed into the bucket on the way, never held in
 * memory, each for the track whose id was sent before it. They count for the draft whether or not
 * the rest of the form can pass.
 * @throws Response a refusal: 415 for no form, 413 for one that is too large, 400 for a broken one.
 */
export async function readPost(request: Request, context: Receiver, draft: Draft): Promise<Post> {
  const type = request.headers.get("Content-Type")?.toLowerCase() ?? "";
  if (type.startsWith("application/x-www-form-urlencoded")) {
    const body = await readBody(request, MAX_FIELDS_BYTES);
    if (body === undefined) throw refusal(413, TOO_MUCH_TEXT);
    return storablePost({
      fields: [...new URLSearchParams(body)],
      fileErrors: {},
      fileStatus: 400,
    });
  }
  if (!type.startsWith("multipart/form-data"))
    throw refusal(415, "This page takes its own form only. Go back, reload it and send it again.");
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_POST_BYTES)
    throw refusal(413, TOO_LARGE);
  return storablePost(await readMultipart(request, context, draft));
}

/** Refuses what is too large to be stored. */
function storablePost(post: Post): Post {
  const stored = new TextEncoder().encode(JSON.stringify(post.fields)).length;
  if (stored > MAX_STORED_BYTES) throw refusal(413, TOO_MUCH_TEXT);
  return post;
}

async function readMultipart(request: Request, context: Receiver, draft: Draft): Promise<Post> {
  const post: Post = { fields: [], fileErrors: {}, fileStatus: 400 };
  let room = MAX_FIELDS_BYTES;
  try {
    for await (const part of readFormParts(request, MAX_FIELDS_BYTES)) {
      if (part.kind === "field") {
        room -= part.name.length + part.value.length;
        if (room >= 0) post.fields.push([part.name, part.value]);
      } else if (room >= 0) await readFile(part, context, draft, post);
    }
  } catch (error) {
    if (!(error instanceof BrokenFormError)) throw error;
    if (error.found === "ReachedLimit") throw refusal(413, TOO_MUCH_TEXT);
    throw refusal(400, NOT_WHOLE);
  }
  if (room < 0) throw refusal(413, TOO_MUCH_TEXT);
  return post;
}

/** Stores one file of the form, or notes why it could not be taken; reads it to its end. */
async function readFile(
  part: Extract<FormPart, { kind: "file" }>,
  context: Receiver,
  draft: Draft,
  post: Post,
): Promise<void> {
  const { name, fileName, contentType, chunks } = part;
  const fills = slotOfField(name, (index) => lastOf(post.fields, `tracks[${index}].id`));
  // A file field that was left empty arrives as a file without a name.
  if (!fills || fileName === "") {
    while (!(await chunks.next()).done);
    return;
  }
  const artistName = draft.answers.artist?.artistName ?? "";
  const file = { draftId: draft.id, artistName, ...fills, fileName, contentType };
  const { uploads, clock, ids, log } = context;
  const stored = await receiveStream(uploads, file, chunks, clock, ids);
  if (stored.ok) {
    const { id: uploadId, size: bytes } = stored.upload;
    log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
    return;
  }
  log("info", "upload.rejected", { draftId: draft.id });
  post.fileErrors[name] = stored.text;
  post.fileStatus = stored.status;
}
