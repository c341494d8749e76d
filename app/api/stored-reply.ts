import type { IRequestStrict } from "itty-router";
import { type FileRange, parseRange } from "~/domain/uploads/file-range";
import { refuse } from "./replies";

export const NOT_FOUND = "We can't find this file, or this link has expired.";

const NO_STORE = { "Cache-Control": "no-store" };

interface StoredObject {
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Identifies the bytes. */
  hash: string;
  read: (range?: FileRange) => Promise<ReadableStream<Uint8Array> | undefined>;
}

/** Whether If-None-Match has this tag: lists, `*` and weak tags count (RFC 9110, 13.1.2). */
function hasMatchingTag({ headers }: IRequestStrict, ETag: string): boolean {
  const tags = headers.get("If-None-Match")?.split(",") ?? [];
  return tags.some((tag) => ["*", ETag].includes(tag.trim().replace(/^W\//, "")));
}

/** The requested range; undefined if the file changed since (If-Range). */
function requestedRange({ headers }: IRequestStrict, { size, hash }: StoredObject) {
  const condition = headers.get("If-Range");
  if (condition !== null && condition !== `"${hash}"`) return undefined;
  return parseRange(headers.get("Range"), size);
}

/** Sends a stored file, whole or by Range, or replies 304. */
export async function sendStored(request: IRequestStrict, object: StoredObject): Promise<Response> {
  const ETag = `"${object.hash}"`;
  if (hasMatchingTag(request, ETag))
    return new Response(null, { status: 304, headers: { ETag, ...NO_STORE } });
  const range = requestedRange(request, object);
  if (range === "unsatisfiable")
    return new Response(null, {
      status: 416,
      headers: { "Content-Range": `bytes */${object.size}`, ...NO_STORE },
    });
  const headers = { ...fileHeaders(object, range), ETag };
  const init = { status: range ? 206 : 200, headers };
  if (request.method === "HEAD") return new Response(null, init);
  const body = await object.read(range);
  return body ? new Response(body, init) : refuse(404, NOT_FOUND);
}

function fileHeaders(
  { contentType, fileName, size }: StoredObject,
  range: FileRange | undefined,
): Record<string, string> {
  const length = range ? range.length : size;
  const last = (range?.offset ?? 0) + length - 1;
  return {
    "Content-Type": contentType,
    "Content-Length": String(length),
    "Content-Disposition": `inline; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    "Accept-Ranges": "bytes",
    "Cache-Control": "private, max-age=3600",
    ...(range && { "Content-Range": `bytes ${range.offset}-${last}/${size}` }),
  };
}
