import type { IntegrationState } from "~/platform/integration";
import { type IntegrationName, integrations, missingSettings } from "./integrations";

/* What the page of connections and `npm run doctor` say: the words are here alone. */

const STATES = {
  live: { word: "Live", means: "The real service." },
  sandbox: { word: "Sandbox", means: "A test version on this computer: nothing leaves it." },
  off: { word: "Off", means: "Not set up." },
} as const satisfies Record<IntegrationState, object>;

/** Which settings would set it up; undefined where none is missing. */
function settingsText(
  name: IntegrationName,
  state: IntegrationState,
  settings: Readonly<Record<string, unknown>>,
): string | undefined {
  const missing = missingSettings(name, settings);
  if (state === "live" || missing.length === 0) return undefined;
  const { further = [], instead = [] } = integrations[name];
  const start = state === "off" ? "To set it up, set" : "For the real service, set";
  const end = further.length > 0 ? ` (and, where needed, ${further.join(", ")})` : "";
  const or = instead.length > 0 ? ` Or set ${instead.join(", ")}.` : "";
  return `${start} ${missing.join(", ")}${end}.${or}`;
}

/** Describes a connection. @param wasAsked whether its last answer is known. */
export function connectionText(
  name: IntegrationName,
  {
    state,
    settings,
    wasAsked,
  }: { state: IntegrationState; settings: Readonly<Record<string, unknown>>; wasAsked: boolean },
) {
  const { title, own, without } = integrations[name];
  const { word, means } = STATES[state];
  const setup = settingsText(name, state, settings);
  return {
    title,
    word,
    /** What the state means, what happens without it, which settings are missing: in this order. */
    sentences: [
      ...(own ? [] : [{ kind: "means" as const, text: means }]),
      ...(state === "off" && without
        ? [{ kind: "without" as const, text: `Without it: ${without}` }]
        : []),
      ...(setup ? [{ kind: "settings" as const, text: setup }] : []),
      ...(state !== "off" && !wasAsked
        ? [{ kind: "unasked" as const, text: "Not checked yet." }]
        : []),
    ],
  };
}

/** The outcome of a check in words. @param detail what the check has recorded. */
export function toAnswer({ ok, detail }: { ok: boolean; detail: string | null }) {
  return {
    ok,
    /** What was said, or what to do. */
    said: detail ?? (ok ? "It answers." : "It isn't answering."),
  };
}

export const outcomeWord = ({ ok }: { ok: boolean }) => (ok ? "Working." : "Not working.");
