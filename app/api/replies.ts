import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { readBody } from "~/session/read-body";

/** JSON bodies are small; anything larger is no call of ours. */
const MAX_JSON_BYTES = 64 * 1024;

/** A JSON reply that no cache keeps. */
export function reply(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

/** Refuses a request with a sentence. */
export function refuse(status: number, text: string, more: object = {}): Response {
  return reply(status, { success: false, error: text, ...more });
}

/**
 * Reads a JSON body by a schema.
 * @param maxBytes of the body.
 * @returns the parsed body, or the reply that refuses it: 415, 413 or 400.
 */
export async function readJson<const S extends v.GenericSchema>(
  request: IRequestStrict,
  schema: S,
  maxBytes = MAX_JSON_BYTES,
): Promise<{ ok: true; body: v.InferOutput<S> } | { ok: false; response: Response }> {
  const refused = (status: number, text: string) => ({
    ok: false as const,
    response: refuse(status, text),
  });
  if (!request.headers.get("Content-Type")?.toLowerCase().startsWith("application/json"))
    return refused(415, "This call takes JSON.");
  const body = await readBody(request, maxBytes);
  if (body === undefined) return refused(413, `This call takes at most ${maxBytes / 1024} KB.`);
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return refused(400, "The body of this call is not valid JSON.");
  }
  const result = v.safeParse(schema, json);
  if (result.success) return { ok: true, body: result.output };
  const fields = result.issues.map((issue) => v.getDotPath(issue) ?? "body");
  return refused(400, `These fields are missing or malformed: ${fields.join(", ")}.`);
}
