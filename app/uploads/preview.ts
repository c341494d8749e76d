// Every page loads this, so it imports nothing.

/** The longer side of a preview at most, in pixels: sharp wherever a page shows a picture. */
export const PREVIEW_SIDE = 650;

/** The most bytes of a preview. */
export const PREVIEW_MAX_BYTES = 150 * 1024;

/** In place of a preview's key: none can be made of this picture. */
export const NO_PREVIEW = "none";

/** The path under which a stored picture is seen small; whoever looks first has it made. */
export function previewPath(uploadId: string): string {
  return `/files/previews/${uploadId}`;
}

/**
 * The size of the preview of a picture, in pixels: in its shape, and never larger than it is.
 * @param maxSide the longer side at most.
 */
export function previewSize(
  { width, height }: { width: number; height: number },
  maxSide = PREVIEW_SIDE,
) {
  const scale = Math.min(1, maxSide / Math.max(width, height));
  const side = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}
