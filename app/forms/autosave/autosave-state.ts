import { lastOf } from "~/platform/formats/last-of";

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
  /** `isUnchanged`: nothing on this page is unsaved. */
  | ({ phase: "conflict"; isUnchanged?: boolean } & StepConflict)
  | { phase: "refused"; text: string; noDraft?: boolean };

export const IDLE: AutosaveState = { phase: "idle" };

/** Shown by a page that stays open while its artist signs out. */
export const SIGNED_OUT =
  "You signed out, here or in another tab, so we don't save what you type any more. Reload the page to continue.";

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

/**
 * Formats a time in the browser's own time zone, such as 14:32. By hand, as is {@link utcTime}, since
 * creating an Intl formatter takes longer than drawing the whole form. @param timestamp in milliseconds.
 */
export function localTime(timestamp: number): string {
  const time = new Date(timestamp);
  return [time.getHours(), time.getMinutes()].map((n) => String(n).padStart(2, "0")).join(":");
}

/** Formats a time in UTC, such as 14:32 UTC, where the artist's time zone is unknown. */
export function utcTime(timestamp: number): string {
  return `${new Date(timestamp).toISOString().slice(11, 16)} UTC`;
}

/** Fields about saving, not answers. */
const ABOUT_SAVING = ["", "intent", "version", "newerVersion", "draft", "shown"];

export const KEEP_MINE = "keep-mine";

const lastValue = (fields: Fields, name: string) =>
  lastOf(fields.filter(([fieldName]) => fieldName === name))?.[1];

/** The version token a form was based on. The button under a conflict posts the newer one. */
export function baseOf(fields: Fields): string | undefined {
  const newer =
    lastValue(fields, "intent") === KEEP_MINE ? lastValue(fields, "newerVersion") : undefined;
  return newer ?? lastValue(fields, "version");
}

export function draftOfPost(fields: Fields): string | undefined {
  return lastValue(fields, "draft");
}

export function answerFields(fields: Fields): [string, string][] {
  return fields.flatMap(([name, value]) => (ABOUT_SAVING.includes(name) ? [] : [[name, value]]));
}
