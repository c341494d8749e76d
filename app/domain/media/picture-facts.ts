import { readArtwork } from "./artwork";
import type { ArtworkFindings } from "./artwork-findings";
import { bytesReader } from "./range-reader";
import { readRaster } from "./raster-picture";
import { type FileKind, SNIFF_BYTES, sniff } from "./sniff";

type Turn = Pick<ArtworkFindings, "orientation" | "orientationAt">;

/** Size as shown, animation and turn of a picture, or why it cannot be shown. Sides in pixels. */
export type PictureFacts =
  | ({ ok: true; width: number; height: number; animated: boolean } & Turn)
  | { ok: false; reason: "other-kind"; kind: FileKind }
  | { ok: false; reason: "broken" };

const BROKEN: PictureFacts = { ok: false, reason: "broken" };

/** Reads a JPEG, PNG or WebP file in memory; pixels are not decoded. */
export async function readPictureFacts(bytes: Uint8Array): Promise<PictureFacts> {
  const kind = sniff(bytes.subarray(0, SNIFF_BYTES));
  const readRange = bytesReader(bytes);
  if (kind === "jpeg") {
    const result = await readArtwork(readRange, bytes.length);
    if (!result.ok) return BROKEN;
    const { width, height, orientation, orientationAt } = result.artwork;
    return { ok: true, width, height, animated: false, orientation, orientationAt };
  }
  if (kind !== "png" && kind !== "webp") return { ok: false, reason: "other-kind", kind };
  const result = await readRaster(kind, readRange, bytes.length);
  if (!result.ok) return BROKEN;
  const { width, height, orientation, orientationAt } = result.findings;
  return { ok: true, width, height, animated: result.animated, orientation, orientationAt };
}
