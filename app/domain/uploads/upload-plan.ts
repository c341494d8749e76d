import { ARTWORK_MAX_BYTES, AUDIO_MAX_BYTES, CUSTOM_ARTWORK_MAX_BYTES } from "./file-rules";
import type { UploadKind } from "./upload-kinds";

/**
 * Bytes of every part but the last. R2 needs at least 5 MiB; the smallest size loses least when a
 * connection drops (56 s at 0.75 Mbit/s).
 */
export const PART_BYTES = 5 * 1024 * 1024;

const MIB = 1024 * 1024;
const MAX_PART_MIB = 16;

/** The part size for a browser's preference: 5 to 16 whole MiB. */
export function partSizeFor(preferredBytes: number | undefined): number {
  if (preferredBytes === undefined) return PART_BYTES;
  return Math.min(MAX_PART_MIB * MIB, Math.max(PART_BYTES, Math.floor(preferredBytes / MIB) * MIB));
}

/** Links are signed on use, so a short life costs nothing. */
export const PART_LINK_MINUTES = 15;

/** For files sent in one call (specification, section 9). */
export const STANDARD_MAX_BYTES = 15 * MIB;

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

export function partCount(size: number, partSize: number): number {
  return Math.max(1, Math.ceil(size / partSize));
}

export function plannedParts({ size, partSize }: { size: number; partSize: number }): number[] {
  return Array.from({ length: partCount(size, partSize) }, (_, index) => index + 1);
}

/** The bytes `[start, end)` of a part (from 1); undefined for an invalid number. */
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
