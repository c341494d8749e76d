import type { AutosaveEngine } from "./autosave-engine.client";
import type { AutosavePage } from "./autosave-queue.client";
import type { StepConflict } from "./autosave-state";

type Page = Pick<AutosavePage, "draftId" | "step">;

/** The last page of this tab on each step; it may still be sending. */
export const engines = new Map<string, AutosaveEngine>();

export const engineKey = ({ draftId, step }: Page) => `${draftId}:${step}`;

/** The token of a step's answers that this tab has on its page; undefined where it has none. */
export function displayedStepToken(page: Page): string | undefined {
  return engines.get(engineKey(page))?.token();
}

/** Tells a page what is stored of its step, as this tab was told in passing. */
export function tellStoredVersion(
  page: Page,
  stored: StepConflict,
  shownToken: string | undefined,
): void {
  engines.get(engineKey(page))?.hearStored(stored, shownToken);
}

type BeforeSave = (path: string) => Promise<void>;
let beforeSave: BeforeSave | undefined;

/** Every save waits for this callback, and fails with it. */
export function setBeforeSave(callback: BeforeSave): void {
  beforeSave = callback;
}

export async function runBeforeSave(path: string): Promise<void> {
  await beforeSave?.(path);
}
