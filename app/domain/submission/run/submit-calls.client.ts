import * as v from "valibot";
import { SHOWN_FIELD } from "../draft/shown-versions";
import type { Obstacle } from "./obstacle";
import { type Receipt, receiptSchema } from "./receipt";
import type { CallOutcome } from "./run-submission.client";
import { REPEATED_PRESS_FIELD } from "./submission-run";

const CALL_TIMEOUT_MS = 30_000;
const STATUS_TIMEOUT_MS = 15_000;

const REFUSALS = [
  "visitor",
  "incomplete",
  "invitation",
  "outdated",
  "unchanged",
  "decided",
  "record",
] as const;

export interface RefusedSubmit {
  refused?: (typeof REFUSALS)[number] | undefined;
  /** What has changed since Review was shown. */
  changes?: readonly string[] | undefined;
  obstacles: Obstacle[];
  /** The token for the next press of 'I am a person', where one was not enough. */
  pressAgain?: string | undefined;
  noDraft?: boolean | undefined;
  /** Its invitation is used, and it may continue as an open submission. */
  mayGoOn?: boolean | undefined;
}

export interface SubmitCallDeps {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Like setTimeout; returns the function that cancels it. */
  schedule: (run: () => void, ms: number) => () => void;
  onReceipt: (receipt: Receipt | undefined) => void;
  /** The versions that the page shows, with what this tab has made since it was posted. */
  readShown: (posted: string) => string;
}

const successSchema = v.object({
  success: v.literal(true),
  recorded: v.optional(v.boolean()),
  submission: v.optional(receiptSchema),
});
const refusedSchema = v.object({
  error: v.string(),
  refused: v.optional(v.picklist(REFUSALS)),
  obstacles: v.optional(
    v.array(
      v.object({
        step: v.picklist(["artist", "music", "about"]),
        text: v.string(),
        field: v.exactOptional(v.string()),
      }),
    ),
    [],
  ),
  changes: v.exactOptional(v.array(v.string())),
  pressAgain: v.optional(v.string()),
  noDraft: v.optional(v.boolean()),
  mayGoOn: v.optional(v.boolean()),
});

/** The calls of a submission run, for the Review form as posted. */
export function createSubmitCalls(form: FormData, deps: SubmitCallDeps) {
  /** A repeated check may follow one whose answer was lost. */
  let hasChecked = false;

  /**
   * @throws Error without a whole answer of the portal in time; answers of proxies decide nothing.
   */
  async function request(path: string, timeoutMs: number, body?: URLSearchParams) {
    const stop = new AbortController();
    const stopClock = deps.schedule(() => stop.abort(), timeoutMs);
    try {
      const init = { method: body && "POST", body, signal: stop.signal };
      const response = await deps.fetch(`/api/submission${path}`, init);
      if (!response.headers.has("X-Request-Id")) throw new Error(`HTTP status ${response.status}`);
      // A cut answer counts as none.
      const text = await response.text();
      const reply: unknown = await new Response(text).json().catch(() => undefined);
      const result = v.safeParse(successSchema, reply);
      return { response, reply, done: response.ok && result.success ? result.output : undefined };
    } finally {
      stopClock();
    }
  }

  /** Posts the Review form. @throws Error without an answer that decides. */
  async function post(path: "/check" | "/record"): Promise<CallOutcome<RefusedSubmit>> {
    const body = new URLSearchParams();
    for (const [name, value] of form) if (typeof value === "string") body.append(name, value);
    // Files of this tab may have been chosen or sent since the press.
    body.set(SHOWN_FIELD, deps.readShown(body.get(SHOWN_FIELD) ?? ""));
    if (path === "/check" && hasChecked) body.set(REPEATED_PRESS_FIELD, "yes");
    hasChecked ||= path === "/check";
    const { response, reply, done } = await request(path, CALL_TIMEOUT_MS, body);
    if (done) {
      if (path === "/record") deps.onReceipt(done.submission);
      return { ok: true };
    }
    const refusal = v.safeParse(refusedSchema, reply);
    if (refusal.success && (refusal.output.refused || response.status < 500)) {
      const { error, ...details } = refusal.output;
      return { ok: false, text: error, reply: details };
    }
    // A failed check has changed nothing.
    if (path === "/check") return { ok: false };
    throw new Error(`HTTP status ${response.status}`);
  }

  return {
    check: () => post("/check"),
    record: () => post("/record"),
    async isRecorded(): Promise<boolean> {
      const draft = form.get("draft");
      const query = typeof draft === "string" ? `?${new URLSearchParams({ draft })}` : "";
      const { response, done } = await request(query, STATUS_TIMEOUT_MS);
      if (done?.recorded === undefined) throw new Error(`HTTP status ${response.status}`);
      if (done.recorded) deps.onReceipt(done.submission);
      return done.recorded;
    },
  };
}
