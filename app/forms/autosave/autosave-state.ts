export type Fields = readonly (readonly [name: string, value: string])[];

/** The step was changed elsewhere since the page was opened. */
export interface StepConflict {
  version: string;
  savedAt: string;
}

export type AutosaveState =
  | { phase: "idle" }
  /** `failing`: it was sent, and the server could not save it. */
  | { phase: "waiting"; failing: boolean }
  | { phase: "saving" }
  /** `savedAt` in milliseconds; `recovered`: saved after a failure. */
  | { phase: "saved"; savedAt: number; recovered: boolean }
  | { phase: "offline" }
  | ({ phase: "conflict" } & StepConflict)
  | { phase: "refused"; text: string; noDraft?: boolean };

export const IDLE: AutosaveState = { phase: "idle" };

/** Shown by a page that stays open while its artist signs out. */
export const SIGNED_OUT =
  "You signed out, here or in another tab, so nothing you type is saved any more. Reload the page to go on.";

export type FlushResult = "saved" | "offline" | "conflict" | "refused";

/**
 * The state as text; empty while nothing was typed.
 * @param formatTime formats a time in milliseconds.
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

/** Whether a screen reader announces it; each ordinary save would be too much. */
export function shouldAnnounce(state: AutosaveState): boolean {
  if (state.phase === "saved") return state.recovered;
  if (state.phase === "waiting") return state.failing;
  return ["offline", "conflict", "refused"].includes(state.phase);
}
