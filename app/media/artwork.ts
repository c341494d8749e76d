import * as v from "valibot";
import { readJpegFrame } from "./jpeg-header";
import { type JpegMetadata, metadataVisitor } from "./jpeg-metadata";
import type { JpegProblem } from "./jpeg-segments";
import type { RangeReader } from "./range-reader";

/** What a JPEG picture turned out to be, as far as a cover is concerned. */
export const artworkFindingsSchema = v.object({
  /** Pixels as stored, before any turning. */
  width: v.number(),
  height: v.number(),
  /** 1 grey, 3 colour, 4 CMYK. */
  components: v.number(),
  /** "rare" is what few programs can show: arithmetic coding. */
  coding: v.picklist(["sequential", "progressive", "rare"]),
  /** EXIF: 1 upright, 2 to 8 turned or mirrored when shown. */
  orientation: v.number(),
  /** The Adobe marker's colour transform: 0 none, 1 YCbCr, 2 YCCK; null without the marker. */
  adobeTransform: v.nullable(v.number()),
  /** Colour space of the embedded profile; null without one. */
  profile: v.nullable(v.picklist(["rgb", "cmyk", "grey", "other"])),
});
export type ArtworkFindings = v.InferOutput<typeof artworkFindingsSchema>;

export type ArtworkResult =
  | { ok: true; artwork: ArtworkFindings }
  | { ok: false; reason: JpegProblem };

/**
 * Reads a JPEG file's headers as `readJpegHeader` does, with the same refusals, and the metadata
 * that change how it looks. `size` is the whole file in bytes.
 */
export async function readArtwork(read: RangeReader, size: number): Promise<ArtworkResult> {
  const metadata: JpegMetadata = {};
  const frame = await readJpegFrame(read, size, (looks) => metadataVisitor(looks, metadata));
  if (typeof frame === "string") return { ok: false, reason: frame };
  const { width, height, parts, marker } = frame;
  return {
    ok: true,
    artwork: {
      width,
      height,
      components: parts.length,
      coding: codingOf(marker),
      orientation: metadata.orientation ?? 1,
      adobeTransform: metadata.adobeTransform ?? null,
      profile: metadata.profile ?? null,
    },
  };
}

/** Baseline and extended Huffman coding are SOF0 and SOF1, progressive is SOF2. */
function codingOf(marker: number): ArtworkFindings["coding"] {
  if (marker > 0xc2) return "rare";
  return marker === 0xc2 ? "progressive" : "sequential";
}
