import type { IRequestStrict } from "itty-router";
import * as v from "valibot";

/** Bodies a refused request may still have; reading them lets the sender see the reply. */
const MAX_DRAINED_BYTES = 16 * 1024 * 1024;
/** JSON bodies are small; anything larger is no call of ours. */
const MAX_JSON_BYTES = 64 * 1024;

/** A JSON reply that no cache keeps. */
export function reply(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

/**
 * Refuses a request with a sentence. A body that nobody reads resets the connection, and the
 * sender then sees no status at all; so a small one is read and thrown away first.
 */
export async function refuse(
  request: IRequestStrict,
  status: number,
  text: string,
  more: object = {},
): Promise<Response> {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  if (request.body && !request.bodyUsed && length <= MAX_DRAINED_BYTES)
    await request.body.pipeTo(new WritableStream()).catch(() => undefined);
  return reply(status, { success: false, error: text, ...more });
}

/**
 * Reads a JSON body by a schema.
 * @returns the parsed body, or the reply that refuses it: 415, 413 or 400.
 */
export async function readJson<const S extends v.GenericSchema>(
  request: IRequestStrict,
  schema: S,
): Promise<{ ok: true; body: v.InferOutput<S> } | { ok: false; response: Response }> {
  const refused = async (status: number, text: string) => ({
    ok: false as const,
    response: await refuse(request, status, text),
  });
  if (!request.headers.get("Content-Type")?.toLowerCase().startsWith("application/json"))
    return refused(415, "This call takes JSON.");
  if (Number(request.headers.get("Content-Length") ?? 0) > MAX_JSON_BYTES)
    return refused(413, "This call takes at most 64 KB.");
  let json: unknown;
  try {
    json = await request.json();
  } catch {
    return refused(400, "The body of this call is not valid JSON.");
  }
  const result = v.safeParse(schema, json);
  if (result.success) return { ok: true, body: result.output };
  const fields = result.issues.map((issue) => v.getDotPath(issue) ?? "body");
  return refused(400, `These fields are missing or malformed: ${fields.join(", ")}.`);
}
