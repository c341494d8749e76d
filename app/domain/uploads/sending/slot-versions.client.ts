import { hex } from "~/platform/formats/hex";
import { type FileView, MAX_OWN_CHOICES, type SlotVersions } from "../upload";

/** What this tab has made of a slot, until the server's pages say the same. */
export interface SlotOverride {
  /** The stored file that stays; null where none does. */
  uploadId: string | null;
  /** The slot's version with it; undefined while the server has not answered. */
  version?: number;
}

/** The versions of the draft's slots that this page has shown or made. */
const shownVersions = new Map<string, number>();
/** Those that this tab itself has made; a new object for each change. */
let tabVersions: SlotVersions = {};
const overrides = new Map<string, SlotOverride>();
/** This tab's choices for a slot whose answers it has not heard: the server may have any of them. */
const unheardChoices = new Map<string, readonly string[]>();

/** The version of a slot that a choice of now is made upon. */
export function slotVersion(slot: string): number {
  return shownVersions.get(slot) ?? 0;
}

/** The versions that this tab's own choices have made, for a form that was loaded before them. */
export function slotVersionsOfTab(): SlotVersions {
  return tabVersions;
}

/**
 * Notes the version that a change of this tab has made.
 * @param answered the choices that the answer was about: a choice, or those that a removal ended. It
 * answers those before them, too; a file may have been chosen since.
 */
export function noteVersionOfTab(slot: string, version: number, answered: readonly string[]): void {
  shownVersions.set(slot, Math.max(version, slotVersion(slot)));
  tabVersions = { ...tabVersions, [slot]: version };
  const choices = unheardChoicesFor(slot);
  const lastIndex = Math.max(...answered.map((choice) => choices.lastIndexOf(choice)), -1);
  unheardChoices.set(slot, choices.slice(lastIndex + 1));
}

/** Notes that the server may hear of a choice of this tab. */
export function noteUnheardChoice(slot: string, choice: string): void {
  const others = unheardChoicesFor(slot).filter((one) => one !== choice);
  unheardChoices.set(slot, [...others, choice].slice(-MAX_OWN_CHOICES));
}

/** The choices of this tab for a slot that the server may have taken, without an answer so far. */
export function unheardChoicesFor(slot: string): readonly string[] {
  return unheardChoices.get(slot) ?? [];
}

/** Notes what the page shows now. @returns the slots that were changed since, by whomever. */
export function noteShownVersions(versions: SlotVersions): string[] {
  const changed: string[] = [];
  for (const [slot, version] of Object.entries(versions)) {
    const override = overrides.get(slot);
    if (override?.version !== undefined && override.version <= version) overrides.delete(slot);
    if (version <= slotVersion(slot)) continue;
    shownVersions.set(slot, version);
    changed.push(slot);
  }
  return changed;
}

export function overrideSlot(slot: string, override: SlotOverride): void {
  overrides.set(slot, override);
}

export function dropOverride(slot: string): void {
  overrides.delete(slot);
}

/** Equal as long as nothing is overridden anew. */
export function slotOverridesKey(): string {
  return overrides.size === 0 ? "" : JSON.stringify([...overrides]);
}

/** A draft's files as this tab's own changes leave them. */
export function withOverrides(files: readonly FileView[]): FileView[] {
  return files.flatMap((file): FileView[] => {
    const override = overrides.get(file.slot);
    if (!override) return [file];
    if (override.uploadId !== file.uploadId) return [];
    const { coming: _coming, other: _other, state, ...stored } = file;
    return [{ ...stored, state: state === "beside" ? "complete" : state }];
  });
}

/** Forgets all, for another draft's sake. */
export function clearSlotVersions(): void {
  shownVersions.clear();
  tabVersions = {};
  overrides.clear();
  unheardChoices.clear();
}

/** A name for a choice that no other has. */
export function newChoice(): string {
  const random = crypto.getRandomValues(new Uint8Array(8));
  return `${Date.now().toString(36)}-${hex(random)}`;
}
