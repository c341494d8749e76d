import { ARTWORK_MAX_BYTES, AUDIO_MAX_BYTES, CUSTOM_ARTWORK_MAX_BYTES } from "~/media/file-rules";

/**
 * Bytes of every part but the last. R2 wants at least 5 MiB and equal sizes; the smallest allowed
 * loses least when a connection drops (56 s of sending at 0.75 Mbit/s).
 */
export const PART_BYTES = 5 * 1024 * 1024;

/** What a file is for: the audio of a track, the release's artwork, or a track's own artwork. */
export const uploadKinds = ["track", "artwork", "custom-artwork"] as const;
export type UploadKind = (typeof uploadKinds)[number];

/** The most bytes a file of this kind may have. */
export function maxBytes(kind: UploadKind): number {
  switch (kind) {
    case "track":
      return AUDIO_MAX_BYTES;
    case "artwork":
      return ARTWORK_MAX_BYTES;
    case "custom-artwork":
      return CUSTOM_ARTWORK_MAX_BYTES - 1;
  }
}

/** How many parts a file of `size` bytes goes up in. */
export function partCount(size: number, partSize: number): number {
  return Math.max(1, Math.ceil(size / partSize));
}

/** The bytes `[start, end)` of part `number` (from 1); undefined when the plan has no such part. */
export function partRange(
  size: number,
  partSize: number,
  number: number,
): { start: number; end: number } | undefined {
  if (!Number.isInteger(number) || number < 1 || number > partCount(size, partSize))
    return undefined;
  const start = (number - 1) * partSize;
  return { start, end: Math.min(size, start + partSize) };
}
