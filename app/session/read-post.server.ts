import {
  type AppLoadContext,
  unstable_parseMultipartFormData as parseMultipart,
} from "@remix-run/cloudflare";
import type { Draft } from "~/submission/draft";
import type { UploadKind } from "~/uploads/plan";
import { receiveStream } from "~/uploads/receive-stream.server";
import { isSlotOf } from "~/uploads/upload";
import { refusal } from "./refusal";

/** A step's answers are texts; more than this is no form of ours. */
const MAX_FIELDS_BYTES = 1024 * 1024;
/** Room for one track and one artwork at their limits, so that the reply can name the file. */
const MAX_POST_BYTES = 300 * 1024 * 1024;

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
  const length = Number(request.headers.get("Content-Length") ?? 0);
  if (type.startsWith("application/x-www-form-urlencoded")) {
    if (length > MAX_FIELDS_BYTES) throw refusal(413, "This is more text than a form can take.");
    const body = await request.text();
    if (body.length > MAX_FIELDS_BYTES)
      throw refusal(413, "This is more text than a form can take.");
    return { fields: [...new URLSearchParams(body)], fileErrors: {}, fileStatus: 400 };
  }
  if (!type.startsWith("multipart/form-data"))
    throw refusal(415, "This page takes its own form only. Go back, reload it and send it again.");
  if (length > MAX_POST_BYTES) throw refusal(413, "File size exceeds 200MB limit");
  return readMultipart(request, context, draft);
}

async function readMultipart(
  request: Request,
  context: AppLoadContext,
  draft: Draft,
): Promise<Post> {
  const post: Post = { fields: [], fileErrors: {}, fileStatus: 400 };
  let room = MAX_FIELDS_BYTES;
  const readFile = async (slot: string, fileName: string, type: string, data: Chunks) => {
    const kind = kindOf(slot);
    const chunks = data[Symbol.asyncIterator]();
    if (!kind) return void (await readText(chunks, 0));
    const artistName = draft.answers.artist?.artistName ?? "";
    const file = { draftId: draft.id, artistName, kind, slot, fileName, contentType: type };
    const { uploads, clock, ids, log } = context;
    const stored = await receiveStream(uploads, file, chunks, clock, ids);
    if (stored.ok) {
      const { id: uploadId, size: bytes } = stored.upload;
      return log("info", "upload.completed", { draftId: draft.id, uploadId, bytes });
    }
    log("info", "upload.rejected", { draftId: draft.id });
    post.fileErrors[slot] = stored.text;
    post.fileStatus = stored.status;
  };
  try {
    await parseMultipart(request, async ({ name, filename, contentType, data }) => {
      if (filename) await readFile(name, filename, contentType, data);
      else {
        const text = await readText(data[Symbol.asyncIterator](), room);
        room -= text.length;
        // A file field that was left empty arrives as an empty nameless file.
        if (filename === undefined) post.fields.push([name, text]);
      }
      return null;
    });
  } catch (error) {
    if (isBrokenForm(error))
      throw refusal(400, "The form did not arrive whole. Go back and send it again.");
    throw error;
  }
  return post;
}

type Chunks = AsyncIterable<Uint8Array>;

/** Reads a text field to its end and keeps at most `room` bytes of it. */
async function readText(chunks: AsyncIterator<Uint8Array>, room: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let next = await chunks.next(); !next.done; next = await chunks.next())
    if (text.length < room) text += decoder.decode(next.value, { stream: true });
  return text.slice(0, room);
}

/** Errors of the form parser, told apart from those of the storage by their wording. */
function isBrokenForm(error: unknown): boolean {
  return error instanceof Error && /boundary|malformed|form|multipart|stream/i.test(error.message);
}
