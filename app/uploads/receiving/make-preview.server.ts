import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { PREVIEW_SIDE, previewSize } from "../preview";
import type { Upload } from "../upload";
import { isPreview, keepPreview, markWithoutPreview } from "./preview-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";

/**
 * Makes a picture smaller, as a JPEG that fits into so many pixels.
 * @param quality 1 to 100.
 * @returns undefined where it cannot be made smaller by anybody.
 * @throws where it may be, another time.
 */
export type Shrink = (
  picture: ReadableStream<Uint8Array>,
  size: { width: number; height: number },
  quality: number,
) => Promise<Uint8Array | undefined>;

/** Each is tried where what came of the one before is too large. */
const QUALITIES = [75, 45];
/** Whoever waits for a page does not wait longer than that for a picture in it. */
const TIMEOUT_SECONDS = 15;

interface MakerDeps {
  uploads: ReceivingDeps;
  pictures: { shrink: Shrink };
  clock: Clock;
  ids: Ids;
}

/**
 * Makes the preview of a stored picture that came without one: from a page without script, from a
 * browser that cannot show the picture, or from one that was closed too soon.
 * @returns its bytes; undefined where there can be none.
 * @throws where it may be made another time.
 */
export async function makePreview(
  { uploads, pictures, ...rest }: MakerDeps,
  upload: Upload,
): Promise<Uint8Array | undefined> {
  const carrier = backendOfUpload(uploads, upload);
  const { probe } = upload;
  const size =
    probe?.kind === "jpeg" ? previewSize(probe) : { width: PREVIEW_SIDE, height: PREVIEW_SIDE };
  for (const quality of QUALITIES) {
    const picture = await carrier.read(upload.key);
    if (!picture) return undefined;
    const bytes = await withTimeout(TIMEOUT_SECONDS, pictures.shrink(picture, size, quality));
    if (!bytes) break;
    if (!(await isPreview(bytes))) continue;
    await keepPreview(uploads, upload, bytes, "server", rest);
    return bytes;
  }
  await markWithoutPreview(uploads, upload);
  return undefined;
}
