/** The text fields of a form, in the order of the page. */
export type Fields = readonly (readonly [name: string, value: string])[];

/** What a save ran into: the step was changed elsewhere since the page was opened. */
export interface StepConflict {
  /** The token of the answers that are stored now. */
  version: string;
  /** ISO time of the draft's last change. */
  savedAt: string;
}

/** How far saving what is typed has come. */
export type AutosaveState =
  | { phase: "idle" }
  /** Something is typed and not yet sent. `failing`: it was, and the server could not take it. */
  | { phase: "waiting"; failing: boolean }
  | { phase: "saving" }
  /** `at` in milliseconds; `recovered`: what could not be sent for a while is saved now. */
  | { phase: "saved"; savedAt: number; recovered: boolean }
  | { phase: "offline" }
  | ({ phase: "conflict" } & StepConflict)
  | { phase: "refused"; text: string; noDraft?: boolean };

export const IDLE: AutosaveState = { phase: "idle" };

/** Said by a page that stays open while its artist signs out, here or in another tab. */
export const SIGNED_OUT =
  "You signed out, here or in another tab, so nothing you type is saved any more. Reload the page to go on.";

/** How a wait for everything to be saved ended. */
export type FlushResult = "saved" | "offline" | "conflict" | "refused";

/**
 * The state in words; empty while nothing was typed.
 * @param formatTime writes a time, in milliseconds, as the artist's clock shows it.
 * @param subject what is being saved.
 */
export function saveStatusText(
  state: AutosaveState,
  formatTime: (at: number) => string,
  subject = "draft",
): string {
  switch (state.phase) {
    case "idle":
      return "";
    case "waiting":
      return state.failing ? "Not saved yet. We keep trying." : "Saving…";
    case "saving":
      return "Saving…";
    case "saved":
      return `Saved ${formatTime(state.savedAt)}`;
    case "offline":
      return "Offline, will save when you are back";
    case "conflict":
      return `Not saved: this ${subject} was changed elsewhere`;
    case "refused":
      return state.text;
  }
}

/** Whether a screen reader should say it. Each ordinary save would drown everything else. */
export function shouldAnnounce(state: AutosaveState): boolean {
  if (state.phase === "saved") return state.recovered;
  if (state.phase === "waiting") return state.failing;
  return ["offline", "conflict", "refused"].includes(state.phase);
}
