import * as v from "valibot";
import type { FieldErrors } from "~/forms/form-reply";
import { timeoutSignal } from "~/platform/formats/abort";
import { JOIN_FAILED, NO_NETWORK, serverErrorText } from "./waiting-list-texts";

/** The browser, as far as the call needs it. */
interface JoinDeps {
  send: (path: string, init: RequestInit) => Promise<Response>;
  /** A call without an answer is given up after so many milliseconds. */
  patience: number;
}

/** What came of a join. */
type JoinAnswer =
  | { ok: true; page: string }
  | {
      ok: false;
      /** Sentences about the form as a whole. */
      summary: string[];
      errors: FieldErrors;
      /** The bot check's text; a person gets past it by one more click. */
      visitorText?: string;
      /** What that click has to carry, where one was not enough. */
      pressAgain?: string;
    };

const PATIENCE_MS = 20_000;
const browserDeps: JoinDeps = {
  send: (path, init) => fetch(path, init),
  patience: PATIENCE_MS,
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

const alert = (sentence: string, errors: FieldErrors = {}): JoinAnswer => ({
  ok: false,
  summary: [sentence],
  errors,
});

/** What a form says, as the call takes it. */
function bodyOf(form: FormData): string {
  const artistData: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") artistData[name] = value;
  return JSON.stringify({ artistData });
}

/**
 * Sends the form of the waiting list (portal document, sections 7 and 8). Never rejects: without an
 * answer nobody knows whether it arrived, and sending it once more does no harm.
 */
export async function sendJoinRequest(
  form: FormData,
  { send, patience }: JoinDeps = browserDeps,
): Promise<JoinAnswer> {
  const init = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: bodyOf(form),
    signal: timeoutSignal(patience),
  };
  const response = await send("/api/waiting-list", init).catch(() => undefined);
  if (!response) return alert(NO_NETWORK);
  const body: unknown = await response.json().catch(() => undefined);
  const page = response.headers.get("Location");
  if (response.ok && v.is(v.object({ success: v.literal(true) }), body) && page)
    return { ok: true, page };
  const result = v.safeParse(refusedSchema, body);
  if (!result.success) return alert(response.ok ? JOIN_FAILED : serverErrorText(undefined));
  const { error, details, refused, pressAgain, summary, errors } = result.output;
  if (refused === "invalid") return { ok: false, summary, errors };
  if (refused === "visitor" && error)
    return { ok: false, summary: [], errors, visitorText: error, pressAgain };
  return alert(response.ok ? error || JOIN_FAILED : serverErrorText(error || details));
}
