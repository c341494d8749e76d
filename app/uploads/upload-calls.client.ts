import * as v from "valibot";

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

async function call<const S extends v.GenericSchema>(
  schema: S,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  const reply: unknown = await response.json().catch(() => undefined);
  if (response.ok) return v.parse(schema, reply);
  const refused = v.safeParse(refusedSchema, reply);
  const text = refused.success ? refused.output.error : `HTTP status ${response.status}`;
  const again = response.status >= 500 || response.status === 429 || response.status === 408;
  throw again ? new Error(text) : new RefusedError(text);
}

/** Tells the server which file is coming; it answers with the plan of its parts. */
export function startCall(
  file: File,
  kind: "track" | "artwork",
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

/** Tells the server to forget an upload. Best effort: stale ones are swept anyway. */
export function forgetCall(uploadId: string): void {
  const path = `/api/cloud-storage/uploads/${uploadId}`;
  fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
}
