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

/** What a file is to be on the drive. */
interface NewFile {
  name: string;
  description: string;
  mimeType: string;
  /** Bytes. */
  size: number;
  parentId: string;
  mark: AppProperty;
}

/** How far an upload is, as the drive says: so many bytes kept, a file, or nothing known of it. */
export type UploadSessionProgress =
  | { kind: "kept"; bytes: number }
  | { kind: "complete"; fileId: string }
  | { kind: "gone"; error: DriveError };

const UPLOAD = "https://www.googleapis.com/upload/drive/v3/files";
const START_TIMEOUT_MS = 20_000;
/** A chunk that has not gone in by then is given up; what the drive kept of it is not lost. */
const CHUNK_TIMEOUT_MS = 60_000;

/** The drive's word on a call that it did not follow. */
async function refusal(client: DriveClient, response: Response, what: string): Promise<DriveError> {
  const body = await response.text().catch(() => "");
  return toDriveError(client, httpRefusal(what, response, body, client.clock()));
}

async function sendBytes(
  { send }: DriveClient,
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> {
  try {
    // A 308 of the drive's is no redirect.
    const signal = AbortSignal.timeout(timeoutMs);
    return await send(new Request(url, { ...init, redirect: "manual", signal }));
  } catch (error) {
    throw new DriveError("NO_REPLY", `The drive did not answer: ${String(error)}`, false);
  }
}

/**
 * Announces a file.
 * @returns the address its bytes are to be sent to; no file exists before the last one is there.
 * @throws DriveError, with status 404 when its folder is gone.
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
  if (!response.ok) throw await refusal(client, response, "The start of an upload");
  await response.body?.cancel();
  const address = v.safeParse(uploadSessionUrl, response.headers.get("Location"));
  if (!address.success) throw unexpectedReply("upload address");
  return address.output;
}

/** A part of a file on its way: so many bytes from an offset; none of them asks how far it is. */
export interface Chunk {
  offset: number;
  length: number;
  /** A stream of the bucket's own, which the runtime passes on without holding it. */
  body?: ReadableStream<Uint8Array>;
}

/**
 * Sends a chunk, or asks how far the upload is. The address itself is the credential, so that no
 * token can run out on the way.
 * @param size of the whole file in bytes.
 * @throws DriveError when it may go on later at the same address.
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
  const half = body && { body, duplex: "half" };
  const init = { method: "PUT", headers, ...half };
  const response = await sendBytes(client, address, init, CHUNK_TIMEOUT_MS);
  if (response.status === 308) {
    await response.body?.cancel();
    const byteCount = receivedBytes(response.headers.get("Range"));
    const most = length === 0 ? size : offset + length;
    if (byteCount === undefined || byteCount > most) throw unexpectedReply("range");
    return { kind: "kept", bytes: byteCount };
  }
  if (response.ok) {
    const file = v.safeParse(driveFile, await response.json().catch(() => undefined));
    if (!file.success) throw unexpectedReply("finished upload");
    return { kind: "complete", fileId: file.output.id };
  }
  const error = await refusal(client, response, "A chunk");
  // Anything final, 404 and 410 foremost: the upload has to begin anew at another address.
  if (error.permanent) return { kind: "gone", error };
  throw error;
}
