/** The folder of this site's own storage on the device where copies lie, by fingerprint. */
export const COPIES_FOLDER = "uploads";

/** What is left to the browser and the rest of the site when a copy is made, in bytes. */
const SPARE_BYTES = 32 * 1024 * 1024;

/**
 * Whether a copy of `size` bytes is worth beginning, by the browser's own estimate of its storage.
 * Without one it is: writing tells.
 */
export function hasRoomFor(
  size: number,
  { quota, usage }: { quota?: number; usage?: number },
): boolean {
  return quota === undefined || quota - (usage ?? 0) >= size + SPARE_BYTES;
}
