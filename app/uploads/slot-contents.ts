import type { Upload } from "./upload";

/** What a slot of a draft has. */
export interface SlotContents<T> {
  /** The file that lies there whole. */
  stored?: T;
  /** The file that is on its way there since. */
  coming?: T;
}

/**
 * What the slots of a draft have, by the slot. What is on its way with the very bytes that lie there
 * brings nothing.
 * @param newestFirst those of its uploads that are open or complete, or more of them.
 */
export function slotContents<T extends Pick<Upload, "slot" | "state" | "sha256">>(
  newestFirst: Iterable<T>,
): Map<string, SlotContents<T>> {
  const slots = new Map<string, SlotContents<T>>();
  for (const upload of newestFirst) {
    const { state, slot } = upload;
    const contents = slots.get(slot) ?? {};
    if (contents.stored || (state !== "complete" && state !== "open")) continue;
    slots.set(slot, state === "complete" ? withStored(upload, contents) : { coming: upload, ...contents });
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
