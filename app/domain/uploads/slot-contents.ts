import type { Upload } from "./upload";

export interface SlotContents<T> {
  /** The complete file. */
  stored?: T;
  /** The newer file that is being sent. */
  coming?: T;
}

/**
 * The contents of a draft's slots. A pending file with the same bytes as the stored one is left
 * out.
 * @param newestFirst all open and complete uploads, possibly others.
 */
export function slotContents<T extends Pick<Upload, "slot" | "state" | "sha256">>(
  newestFirst: Iterable<T>,
): Map<string, SlotContents<T>> {
  const slots = new Map<string, SlotContents<T>>();
  for (const upload of newestFirst) {
    const { state, slot } = upload;
    const contents = slots.get(slot) ?? {};
    if (contents.stored || (state !== "complete" && state !== "open")) continue;
    slots.set(
      slot,
      state === "complete" ? withStored(upload, contents) : { coming: upload, ...contents },
    );
  }
  return slots;
}

function withStored<T extends Pick<Upload, "sha256">>(
  upload: T,
  { coming }: SlotContents<T>,
): SlotContents<T> {
  return coming && coming.sha256 !== upload.sha256
    ? { stored: upload, coming }
    : { stored: upload };
}
