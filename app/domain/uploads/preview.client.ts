import { PREVIEW_MAX_BYTES, PREVIEW_SIDE, previewSize } from "./preview";

/** Tried in order until the result is small enough. */
const QUALITIES = [0.75, 0.6, 0.45, 0.3];

function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | undefined> {
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), "image/jpeg", quality),
  );
}

function drawScaled(picture: ImageBitmap, side: number): HTMLCanvasElement {
  const { width, height } = previewSize(picture, side);
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas");
  // JPEG has no transparency, which would turn black.
  context.fillStyle = "white";
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return canvas;
}

/**
 * Makes the preview of a chosen picture; decoding does not block the page.
 * @param side of the preview at most, in pixels.
 * @returns undefined where this browser cannot show it.
 */
export async function makePreview(file: Blob, side = PREVIEW_SIDE): Promise<Blob | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const canvas = drawScaled(picture, side);
    picture.close();
    for (const quality of QUALITIES) {
      const blob = await encode(canvas, quality);
      if (blob && blob.size <= PREVIEW_MAX_BYTES) return blob;
    }
  } catch {
    // Not a picture for this browser, or too large.
  }
  return undefined;
}

/**
 * Sends the preview of a stored picture, and what it looks like. Best effort: the server makes missing
 * previews on demand.
 */
export async function sendPreview(
  uploadId: string,
  { preview, look }: { preview: Blob; look: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const query = look.length > 0 ? `?look=${look.join(",")}` : "";
  const path = `/api/cloud-storage/uploads/${uploadId}/preview${query}`;
  await fetch(path, { method: "PUT", body: preview, signal }).catch(() => undefined);
}
