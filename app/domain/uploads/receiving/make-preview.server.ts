import type { Clock } from "~/platform/clock";
import type { Ids } from "~/platform/ids";
import { withTimeout } from "~/platform/timeout";
import { PREVIEW_SIDE, previewSize } from "../preview";
import { pictureOf } from "../probe";
import type { Upload } from "../upload";
import { isPreview, markWithoutPreview, readPreview, storePreview } from "./preview-store.server";
import { backendOfUpload, type ReceivingDeps } from "./receiving-deps.server";

/**
 * Shrinks a picture to a JPEG of at most this size.
 * @param quality 1 to 100.
 * @param turn how it is stored; without it as its file says.
 * @returns undefined where that is impossible.
 * @throws where it may work later.
 */
export type Shrink = (
  picture: ReadableStream<Uint8Array>,
  size: { width: number; height: number },
  quality: number,
  turn?: { orientation?: number | undefined; orientationAt?: number | null | undefined },
) => Promise<Uint8Array | undefined>;

/** Tried in order until the result is small enough. */
const QUALITIES = [75, 45];
const TIMEOUT_SECONDS = 15;

interface MakerDeps {
  uploads: ReceivingDeps;
  pictures: { shrink: Shrink };
  clock: Clock;
  ids: Ids;
}

/**
 * Makes a missing preview: of a page without script, or a browser that could not or had no time to.
 * @returns its bytes; undefined where none can be made.
 * @throws where it may work later.
 */
export async function makePreview({ uploads, pictures, ...rest }: MakerDeps, upload: Upload) {
  const carrier = backendOfUpload(uploads, upload);
  const look = pictureOf(upload.probe);
  const size = look ? previewSize(look) : { width: PREVIEW_SIDE, height: PREVIEW_SIDE };
  for (const quality of QUALITIES) {
    const picture = await carrier.read(upload.key);
    if (!picture) return undefined;
    const bytes = await withTimeout(TIMEOUT_SECONDS, pictures.shrink(picture, size, quality, look));
    if (!bytes) break;
    if (!(await isPreview(bytes))) continue;
    await storePreview(uploads, upload, bytes, "server", rest);
    return bytes;
  }
  await markWithoutPreview(uploads, upload);
  return undefined;
}

/** The bytes of a preview, created on first use; undefined where there is none yet. */
export async function previewBytes(
  deps: MakerDeps & { scope: { logFailure: (error: unknown) => void } },
  upload: Upload,
): Promise<Uint8Array | undefined> {
  if (upload.preview !== null) return readPreview(deps.uploads, upload);
  try {
    return await makePreview(deps, upload);
  } catch (error) {
    deps.scope.logFailure(error);
    return undefined;
  }
}
