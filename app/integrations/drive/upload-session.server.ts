import * as v from "valibot";
import { httpRefusal } from "~/platform/http-client";
import { contentRange, receivedBytes } from "./byte-range";
import {
  type AppProperty,
  authorized,
  type DriveClient,
  toDriveError,
} from "./drive-client.server";
import { DriveError, unexpectedReply } from "./drive-error.server";
import { driveFile, FILE_FIELDS, uploadSessionUrl } from "./drive-replies";

interface NewFile {
  name: string;
  description: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  parentId: string;
  mark: AppProperty;
}

/** Progress as reported by the drive. */
export type UploadSessionProgress =
  | { kind: "received"; bytes: number }
  | { kind: "complete"; fileId: string }
  | { kind: "gone"; error: DriveError };

const UPLOAD = "https://www.googleapis.com/upload/drive/v3/files";
const START_TIMEOUT_MS = 20_000;
/** Received parts of a timed-out chunk are kept. */
const CHUNK_TIMEOUT_MS = 60_000;

async function toRefusal(client: DriveClient, response: Response, operation: string) {
  const body = await response.text().catch(() => "");
  return toDriveError(client, httpRefusal(operation, response, body, client.clock()));
}

async function sendBytes(
  { fetcher }: DriveClient,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  try {
    // Here 308 is no redirect.
    const signal = AbortSignal.timeout(timeoutMs);
    return await fetcher(new Request(url, { ...init, redirect: "manual", signal }));
  } catch (error) {
    throw new DriveError("NO_REPLY", `The drive did not answer: ${String(error)}`, false);
  }
}

/**
 * Starts a resumable upload.
 * @returns the URL for its bytes; the file appears once it is complete.
 * @throws DriveError with status 404 if the folder is gone.
 */
export async function startSession(client: DriveClient, file: NewFile): Promise<string> {
  const { name, description, mimeType, size, parentId, mark } = file;
  const query = new URLSearchParams({
    uploadType: "resumable",
    supportsAllDrives: "true",
    fields: FILE_FIELDS,
  });
  const headers = await authorized(client, {
    "Content-Type": "application/json",
    "X-Upload-Content-Type": mimeType,
    "X-Upload-Content-Length": String(size),
  });
  const body = JSON.stringify({
    name,
    description,
    mimeType,
    parents: [parentId],
    appProperties: { [mark.key]: mark.value },
  });
  const init = { method: "POST", headers, body };
  const response = await sendBytes(client, `${UPLOAD}?${query}`, init, START_TIMEOUT_MS);
  if (!response.ok) throw await toRefusal(client, response, "The start of an upload");
  await response.body?.cancel();
  const address = v.safeParse(uploadSessionUrl, response.headers.get("Location"));
  if (!address.success) throw unexpectedReply("upload address");
  return address.output;
}

/** Part of a file; length 0 asks for the progress. */
export interface Chunk {
  offset: number;
  length: number;
  /** A native stream, which the runtime does not buffer. */
  body?: ReadableStream<Uint8Array>;
}

/**
 * Sends a chunk, or asks for the progress. The URL is the credential, so no token can expire
 * meanwhile.
 * @param size of the whole file in bytes.
 * @throws DriveError if it can continue later at the same URL.
 */
export async function sendChunk(
  client: DriveClient,
  address: string,
  { offset, length, body }: Chunk,
  size: number,
): Promise<UploadSessionProgress> {
  const headers = {
    "Content-Range": contentRange(offset, length, size),
    "Content-Length": String(length),
  };
  const streamInit = body && { body, duplex: "half" };
  const init = { method: "PUT", headers, ...streamInit };
  const response = await sendBytes(client, address, init, CHUNK_TIMEOUT_MS);
  if (response.status === 308) {
    await response.body?.cancel();
    const byteCount = receivedBytes(response.headers.get("Range"));
    const maxBytes = length === 0 ? size : offset + length;
    if (byteCount === undefined || byteCount > maxBytes) throw unexpectedReply("range");
    return { kind: "received", bytes: byteCount };
  }
  if (response.ok) {
    const file = v.safeParse(driveFile, await response.json().catch(() => undefined));
    if (!file.success) throw unexpectedReply("finished upload");
    return { kind: "complete", fileId: file.output.id };
  }
  const error = await toRefusal(client, response, "A chunk");
  // Any permanent error, usually 404 or 410: a new upload is needed.
  if (error.permanent) return { kind: "gone", error };
  throw error;
}
