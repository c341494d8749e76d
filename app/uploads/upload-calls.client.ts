import * as v from "valibot";
import type { UploadKind } from "./plan";

const startedSchema = v.object({
  uploadId: v.string(),
  uploadUrl: v.string(),
  partSize: v.number(),
  parts: v.number(),
});
const finishedSchema = v.object({ url: v.string(), fileId: v.string() });
const refusedSchema = v.object({ error: v.string(), missing: v.optional(v.array(v.number())) });

export type Started = v.InferOutput<typeof startedSchema>;

/** A call the server refused for good: retrying it changes nothing. */
export class RefusedError extends Error {
  override readonly name = "RefusedError";
}

/** A call that got no answer to go by: another try may. Its message is the specification's text. */
export class TransportError extends Error {
  override readonly name = "TransportError";
}

/** The specified limit of one request (5 minutes; specification, section 9). */
const CALL_MS = 300_000;

/** Sends a request. @throws TransportError, or the reason of `signal` when that has aborted. */
async function send(path: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const call = new AbortController();
  const stop = () => call.abort();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop();
  }, CALL_MS);
  // Not AbortSignal.any: phones of a few years ago lack it.
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await fetch(path, { ...init, signal: call.signal });
  } catch {
    signal.throwIfAborted();
    throw new TransportError(late ? "Upload timeout" : "Network error");
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function call<const S extends v.GenericSchema>(
  schema: S,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const headers = { "Content-Type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await send(path, init, signal);
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) {
    const read = v.safeParse(schema, reply);
    if (read.success) return read.output;
    throw new TransportError("Failed to parse server response");
  }
  const refused = v.safeParse(refusedSchema, reply);
  const text = refused.success ? refused.output.error : `HTTP status ${response.status}`;
  const again = response.status >= 500 || response.status === 429 || response.status === 408;
  throw again ? new TransportError(text) : new RefusedError(text);
}

/** Tells the server which file is coming; it answers with the plan of its parts. */
export function startCall(
  file: File,
  kind: UploadKind,
  slot: string,
  signal: AbortSignal,
): Promise<Started> {
  const body = {
    fileName: file.name,
    fileSize: file.size,
    contentType: file.type,
    fileType: kind,
    slot,
  };
  return call(startedSchema, "/api/cloud-storage/upload-url", body, signal);
}

/** Asks the server to join the parts and to judge the file. */
export function finishCall(uploadId: string, signal: AbortSignal) {
  return call(finishedSchema, "/api/cloud-storage/process-upload", { uploadId }, signal);
}

/**
 * Tells the server to forget an upload; resolves when it has answered, or cannot be reached. Best
 * effort: stale ones are swept anyway.
 */
export async function forgetCall(uploadId: string): Promise<void> {
  const path = `/api/cloud-storage/uploads/${uploadId}`;
  await fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
