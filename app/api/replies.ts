import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { ALREADY_SUBMITTED } from "~/domain/uploads/upload-texts";
import { readUpTo } from "~/forms/fields";
import { type BodyFault, readBody } from "~/forms/read-body";
import { normalizeText } from "~/platform/formats/normalize-text";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { isBrowserNavigation, plainPage } from "~/platform/plain-page";
import type { AppContext } from "~/session/app-context";

const MAX_JSON_BYTES = 64 * 1024;

/** A JSON reply with no-store. */
export function reply(status: number, body: object): Response {
  return Response.json(body, { status, headers: { "Cache-Control": "no-store" } });
}

/** A refusal; that of a submitted draft says so in `reason`, too, as nothing can be sent again. */
export function refuse(status: number, text: string, extra: object = {}): Response {
  const reason = text === ALREADY_SUBMITTED ? { reason: "submitted" } : {};
  return reply(status, { success: false, error: text, ...reason, ...extra });
}

/** A refusal with `Retry-After`, if the wait is known. */
export function refuseWithRetry(
  { status, text, retryAfter }: { status: number; text: string; retryAfter?: number },
  extra: object = {},
): Response {
  const response = refuse(status, text, extra);
  setRetryAfter(response.headers, retryAfter);
  return response;
}

/** Refuses an unreadable body: 413 over its limit, 408 when it was cut off. */
export function refuseBody(fault: BodyFault, maxBytes: number): Response {
  return fault === "cut"
    ? refuse(408, "The body of this call did not arrive whole. Send it again.")
    : refuse(413, `This call takes at most ${maxBytes / 1024}KB.`);
}

export async function readText(request: Request, maxBytes: number): Promise<string | Response> {
  const body = await readBody(request, maxBytes);
  return body.ok ? body.text : refuseBody(body.reason, maxBytes);
}

/** Refuses a visitor who calls too often. @param wait seconds. */
export function refuseRateLimited(wait: number, text: string): Response {
  const response = refuse(429, text);
  setRetryAfter(response.headers, wait);
  return response;
}

const refusalSchema = v.object({
  refusal: v.string(),
  noDraft: v.optional(v.literal(true)),
  plain: v.optional(v.object({ title: v.string(), state: v.picklist(["missing", "over"]) })),
});

/** Parses a thrown refusal. @throws anything else again. */
async function readRefusal(error: unknown) {
  if (!(error instanceof Response)) throw error;
  const { refusal: text, ...extra } = v.parse(refusalSchema, await error.json());
  return { status: error.status, text, ...extra };
}

/**
 * The JSON reply to a refusal that a guard threw.
 * @throws anything else again.
 */
export async function refusedReply(error: unknown): Promise<Response> {
  const { status, text, noDraft } = await readRefusal(error);
  return refuse(status, text, noDraft && { noDraft });
}

/** The reply to a refused link: a page for a browser, JSON for a program. */
export async function refusedCall(
  error: unknown,
  request: IRequestStrict,
  { settings }: Pick<AppContext, "settings">,
): Promise<Response> {
  const { status, text, noDraft, plain } = await readRefusal(error);
  if (!plain || !isBrowserNavigation(request)) return refuse(status, text, noDraft && { noDraft });
  const { SUPPORT_EMAIL: supportEmail, BRAND_NAME: brand } = settings;
  return plainPage(status, { ...plain, text, supportEmail, brand });
}

/** A refusal with its text in `message`, as specified, and in `error`, as in all our replies. */
export async function refusedWithBothShapes(error: unknown): Promise<Response> {
  const { status, text } = await readRefusal(error);
  return refuse(status, text, { message: text });
}

/** As long as the longest text that a call takes: a biography. */
const readValue = readUpTo(5_000, normalizeText);

/** Texts are read as in forms; file names stay as they are on disk. */
const normalizeValue = (key: string, value: unknown) =>
  typeof value === "string" && key !== "fileName" ? readValue(value) : value;

/**
 * Reads a JSON body by a schema.
 * @returns the parsed body, or the refusing reply: 415, 413 or 400.
 */
export async function readJson<const S extends v.GenericSchema>(
  request: IRequestStrict,
  schema: S,
  maxBytes = MAX_JSON_BYTES,
): Promise<{ ok: true; body: v.InferOutput<S> } | { ok: false; response: Response }> {
  const refusal = (status: number, text: string) => ({
    ok: false as const,
    response: refuse(status, text),
  });
  if (!request.headers.get("Content-Type")?.toLowerCase().startsWith("application/json"))
    return refusal(415, "This call takes JSON.");
  const body = await readText(request, maxBytes);
  if (body instanceof Response) return { ok: false, response: body };
  let json: unknown;
  try {
    json = JSON.parse(body, normalizeValue);
  } catch {
    return refusal(400, "The body of this call is not valid JSON.");
  }
  const result = v.safeParse(schema, json);
  if (result.success) return { ok: true, body: result.output };
  const fields = result.issues.map((issue) => v.getDotPath(issue) ?? "body");
  return refusal(400, `These fields are missing or malformed: ${fields.join(", ")}.`);
}
