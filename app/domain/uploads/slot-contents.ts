import type { SlotState, Upload } from "./upload";

export interface SlotContents<T> extends SlotState {
  /** The complete file. */
  stored?: T | undefined;
  /** The file of the last choice, while it is on its way. */
  coming?: T | undefined;
  /** A complete file that lost its place to a later choice before it arrived. */
  other?: T | undefined;
}

/** What slots hold. @param uploads all open and complete uploads of the draft, possibly others. */
export function slotContents<T extends Pick<Upload, "id" | "slot" | "state" | "choice" | "sha256">>(
  states: readonly SlotState[],
  uploads: readonly T[],
): SlotContents<T>[] {
  return states.map((state): SlotContents<T> => {
    const uploadsOfSlot = uploads.filter(({ slot }) => slot === state.slot);
    const complete = uploadsOfSlot.filter((upload) => upload.state === "complete");
    const stored = complete.find(({ id }) => id === state.uploadId);
    const isComing = (upload: T) => upload.state === "open" && upload.choice === state.choice;
    return {
      ...state,
      stored,
      // Of several tries for one choice one may be stored.
      coming: stored?.choice === state.choice ? undefined : uploadsOfSlot.find(isComing),
      // The same bytes twice are no two versions.
      other: complete.find(
        ({ id, sha256 }) => id !== state.uploadId && (!stored || sha256 !== stored.sha256),
      ),
    };
  });
}
