import * as v from "valibot";
import type { FieldErrors } from "~/forms/form-reply";
import { timeoutSignal } from "~/platform/formats/abort";
import { JOIN_FAILED, NO_NETWORK, serverErrorText } from "./waiting-list-texts";

interface JoinDeps {
  fetcher: (path: string, init: RequestInit) => Promise<Response>;
  timeoutMs: number;
}

type JoinAnswer =
  | { ok: true; page: string }
  | {
      ok: false;
      summary: string[];
      errors: FieldErrors;
      /** Text of the bot check; one more click passes it. */
      visitorText?: string;
      /** Value that the click must send, if one click was not enough. */
      pressAgain?: string;
    };

const TIMEOUT_MS = 20_000;
const browserDeps: JoinDeps = {
  fetcher: (path, init) => fetch(path, init),
  timeoutMs: TIMEOUT_MS,
};

const text = v.optional(v.string());
const refusedSchema = v.object({
  error: text,
  details: text,
  refused: text,
  pressAgain: text,
  summary: v.optional(v.array(v.string()), []),
  errors: v.optional(
    v.record(v.string(), v.object({ text: v.string(), reason: v.picklist(["missing", "wrong"]) })),
    {},
  ),
});

const createFailure = (sentence: string, errors: FieldErrors = {}): JoinAnswer => ({
  ok: false,
  summary: [sentence],
  errors,
});

function toBody(form: FormData): string {
  const artistData: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") artistData[name] = value;
  return JSON.stringify({ artistData });
}

/**
 * Sends the waiting list form (portal document, sections 7 and 8). Never rejects. Sending it again
 * is harmless.
 */
export async function sendJoinRequest(
  form: FormData,
  { fetcher, timeoutMs }: JoinDeps = browserDeps,
): Promise<JoinAnswer> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: toBody(form),
    signal: timeoutSignal(timeoutMs),
  };
  const response = await fetcher("/api/waiting-list", init).catch(() => undefined);
  if (!response) return createFailure(NO_NETWORK);
  const body: unknown = await response.json().catch(() => undefined);
  const page = response.headers.get("Location");
  if (response.ok && v.is(v.object({ success: v.literal(true) }), body) && page)
    return { ok: true, page };
  const result = v.safeParse(refusedSchema, body);
  if (!result.success) return createFailure(response.ok ? JOIN_FAILED : serverErrorText(undefined));
  const { error, details, refused, pressAgain, summary, errors } = result.output;
  if (refused === "invalid") return { ok: false, summary, errors };
  if (refused === "visitor" && error)
    return { ok: false, summary: [], errors, visitorText: error, pressAgain };
  return createFailure(response.ok ? error || JOIN_FAILED : serverErrorText(error || details));
}
