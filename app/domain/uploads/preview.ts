// Every page loads this, so it imports nothing.

export const PREVIEW_SIDE = 650;

export const PREVIEW_MAX_BYTES = 150 * 1024;

/** Stored in place of a key where no preview can be made. */
export const NO_PREVIEW = "none";

/** The path of a preview, which is made on the first request. */
export function previewPath(uploadId: string): string {
  return `/files/previews/${uploadId}`;
}

/** In pixels; never larger than the picture. @param maxSide of the longer side. */
export function previewSize(
  { width, height }: { width: number; height: number },
  maxSide = PREVIEW_SIDE,
) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}
