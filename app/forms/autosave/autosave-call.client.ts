import * as v from "valibot";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import type { Fields, StepConflict } from "./autosave-state";

/** How an attempt to save ended. */
export type SaveOutcome =
  | { kind: "saved"; version: string }
  /** No answer of ours came; whether it was saved is not known. */
  | { kind: "offline" }
  /** The server could not just now. */
  | { kind: "again"; afterMs: number }
  | ({ kind: "conflict" } & StepConflict)
  /** The server will not, whatever is done: the sentence says why. `noDraft`: there is none to save it in. */
  | { kind: "refused"; text: string; noDraft?: boolean };

/** Sends a request, as the browser's fetch does. */
export type Put = (path: string, init: RequestInit) => Promise<Response>;

const savedSchema = v.object({ success: v.literal(true), version: v.string() });
const conflictSchema = v.object({
  conflict: v.literal(true),
  version: v.string(),
  savedAt: v.string(),
});
const refusedSchema = v.object({ error: v.string(), noDraft: v.optional(v.boolean()) });

/** Browsers refuse to outlive the page with more than 64 KB. */
const MAX_KEEPALIVE = 60_000;

const NOT_SAVED = "We couldn't save this. Copy what you typed, then reload the page.";

function toRetryOutcome(response: Response): SaveOutcome {
  const seconds = retryAfterSeconds(response.headers.get("Retry-After"), new Date()) ?? 0;
  return { kind: "again", afterMs: seconds * 1_000 };
}

/** Saves the fields of a form, once. @param path of the call that takes them. Never rejects. */
export async function putStep(
  put: Put,
  path: string,
  fields: Fields,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  const form = new URLSearchParams();
  for (const [name, value] of fields) form.append(name, value);
  const body = form.toString();
  try {
    const response = await put(path, {
      method: "PUT",
      headers: { "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8" },
      body,
      keepalive: body.length < MAX_KEEPALIVE,
      signal,
    });
    // An answer that is cut is none, and no refusal.
    const text = await response.text();
    const reply: unknown = await new Response(text).json().catch(() => undefined);
    const savedResult = v.safeParse(savedSchema, reply);
    if (response.ok && savedResult.success)
      return { kind: "saved", version: savedResult.output.version };
    // A page of somebody else's, such as the sign-in of a train's network.
    if (response.ok) return { kind: "offline" };
    const conflict = v.safeParse(conflictSchema, reply);
    if (response.status === 409 && conflict.success)
      return { kind: "conflict", ...conflict.output };
    if (response.status >= 500 || [408, 429].includes(response.status)) return toRetryOutcome(response);
    const refusalResult = v.safeParse(refusedSchema, reply);
    // What a gate on the way says is nothing that we would say to an artist.
    if (!refusalResult.success || !response.headers.has("X-Request-Id"))
      return { kind: "refused", text: NOT_SAVED };
    const { error, noDraft } = refusalResult.output;
    return { kind: "refused", text: error, noDraft };
  } catch {
    return { kind: "offline" };
  }
}
