import * as v from "valibot";
import { retryAfterSeconds } from "~/platform/formats/retry-after";
import type { Fields, StepConflict } from "./autosave-state";

export type SaveOutcome =
  | { kind: "saved"; version: string }
  /** No answer from the portal; whether it was saved is unknown. */
  | { kind: "offline" }
  | { kind: "again"; afterMs: number }
  | ({ kind: "conflict" } & StepConflict)
  /** The server refused for good: `text` says why. `noDraft`: there is no draft to save it in. */
  | { kind: "refused"; text: string; noDraft?: boolean };

export type Put = (path: string, init: RequestInit) => Promise<Response>;

const savedSchema = v.object({ success: v.literal(true), version: v.string() });
const conflictSchema = v.object({
  conflict: v.literal(true),
  version: v.string(),
  savedAt: v.string(),
});
const refusedSchema = v.object({ error: v.string(), noDraft: v.optional(v.boolean()) });

/** Browsers refuse more than 64 KB with `keepalive`. */
const MAX_KEEPALIVE = 60_000;

const NOT_SAVED = "We couldn't save this. Copy what you typed, then reload the page.";

function toRetryOutcome(response: Response): SaveOutcome {
  const seconds = retryAfterSeconds(response.headers.get("Retry-After"), new Date()) ?? 0;
  return { kind: "again", afterMs: seconds * 1_000 };
}

/** Saves the fields of a form, once. Never rejects. */
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
    // A cut answer counts as none.
    const text = await response.text();
    const reply: unknown = await new Response(text).json().catch(() => undefined);
    const savedResult = v.safeParse(savedSchema, reply);
    if (response.ok && savedResult.success)
      return { kind: "saved", version: savedResult.output.version };
    // A page of another site, such as the sign-in of a train's network.
    if (response.ok) return { kind: "offline" };
    const conflict = v.safeParse(conflictSchema, reply);
    if (response.status === 409 && conflict.success)
      return { kind: "conflict", ...conflict.output };
    if (response.status >= 500 || [408, 429].includes(response.status))
      return toRetryOutcome(response);
    const refusalResult = v.safeParse(refusedSchema, reply);
    // An answer of a proxy on the way is never shown.
    if (!refusalResult.success || !response.headers.has("X-Request-Id"))
      return { kind: "refused", text: NOT_SAVED };
    const { error, noDraft } = refusalResult.output;
    return { kind: "refused", text: error, noDraft };
  } catch {
    return { kind: "offline" };
  }
}
