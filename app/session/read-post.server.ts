import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Draft } from "~/submission/draft";
import type { UploadKind } from "~/uploads/plan";
import { receiveStream } from "~/uploads/receive-stream.server";
import { isSlotOf } from "~/uploads/upload";
import { BrokenFormError, type FormPart, readFormParts } from "./form-parts.server";
import { readBody } from "./read-body";
import { refusal } from "./refusal";

/** A step's answers are texts; more than this is no form of ours. */
const MAX_FIELDS_BYTES = 1024 * 1024;
/** As JSON: three steps lie in one database row, and D1 takes rows of at most 2 MB. */
const MAX_STORED_BYTES = 600_000;
/** Room for one track and one artwork at their limits, so that the reply can name the file. */
const MAX_POST_BYTES = 300 * 1024 * 1024;

const NOT_WHOLE = "The form did not arrive whole. Go back and send it again.";
const TOO_MUCH_TEXT = "This is more text than a form can take.";

/** A posted form: its text fields, and one sentence per file that could not be taken. */
export interface Post {
  fields: [string, string][];
  fileErrors: Record<string, string>;
  /** The status a reply with file errors has. */
  fileStatus: 400 | 409 | 413 | 415;
}

/** What the artist pressed: `next` unless the form says otherwise. */
export function intentOf(post: Post): string {
  return post.fields.findLast(([name]) => name === "intent")?.[1] ?? "next";
}

function kindOf(slot: string): UploadKind | undefined {
  return (["track", "artwork"] as const).find((kind) => isSlotOf(kind, slot));
}

/**
 * Reads a step's form post. Files in it are streamed into the bucket on the way, never held in
 * memory, and count for the draft whether or not the rest of the form can pass.
 * @throws Response a refusal: 415 for no form, 413 for one that is too large, 400 for a broken one.
 */
export async function readPost(
  request: Request,
  context: AppLoadContext,
  draft: Draft,
): Promise<Post> {
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
    throw refusal(413, "File size exceeds 200MB limit");
  return storablePost(await readMultipart(request, context, draft));
}

/** Refuses what is too large to be stored. */
function storablePost(post: Post): Post {
  const stored = new TextEncoder().encode(JSON.stringify(post.fields)).length;
  if (stored > MAX_STORED_BYTES) throw refusal(413, TOO_MUCH_TEXT);
  return post;
}

async function readMultipart(
  request: Request,
  context: AppLoadContext,
  draft: Draft,
): Promise<Post> {
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
  context: AppLoadContext,
  draft: Draft,
  post: Post,
): Promise<void> {
  const { name: slot, fileName, contentType, chunks } = part;
  const kind = kindOf(slot);
  // A file field that was left empty arrives as a file without a name.
  if (!kind || fileName === "") {
    while (!(await chunks.next()).done);
    return;
  }
  const artistName = draft.answers.artist?.artistName ?? "";
  const file = { draftId: draft.id, artistName, kind, slot, fileName, contentType };
  const { uploads, clock, ids, log } = context;
  const stored = await receiveStream(uploads, file, chunks, clock, ids);
  if (stored.ok) {
    const { id: uploadId, size: bytes } = stored.upload;
    log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
    return;
  }
  log("info", "upload.rejected", { draftId: draft.id });
  post.fileErrors[slot] = stored.text;
  post.fileStatus = stored.status;
}
