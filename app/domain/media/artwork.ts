import type { ArtworkFindings } from "./artwork-findings";
import { readJpegFrame } from "./jpeg-header";
import type { JpegProblem, SegmentBody, SegmentVisitor } from "./jpeg-segments";
import {
  type ExifTurn,
  type ProfileSpace,
  readExifTurn,
  readProfileSpace,
  readText,
  turned,
} from "./picture-metadata";
import type { CachedReader, RangeReader } from "./range-reader";

/** Metadata that change how a picture looks; absent fields are not in the file. */
interface JpegMetadata {
  exif?: ExifTurn;
  /** The Adobe marker: 0 colours as they are (RGB or CMYK), 1 YCbCr, 2 YCCK. */
  adobeTransform?: number;
  profile?: ProfileSpace;
}

const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
/** Fills `metadata`; the first segment of each kind counts, as in browsers. */
function metadataVisitor(reader: CachedReader, metadata: JpegMetadata): SegmentVisitor {
  return async (marker, body) => {
    if (marker === APP1) metadata.exif ??= await readExif(reader, body);
    if (marker === APP2) metadata.profile ??= await readFirstProfile(reader, body);
    if (marker === APP14) metadata.adobeTransform ??= await readAdobeTransform(reader, body);
  };
}

const EXIF = "Exif\0\0";
const ICC = "ICC_PROFILE\0";

async function readExif(reader: CachedReader, body: SegmentBody) {
  const mark = body.bytes >= EXIF.length ? await reader.at(body.at, EXIF.length) : undefined;
  return mark && readText(mark, 0, EXIF.length) === EXIF ? readExifTurn(reader, body) : undefined;
}

/** A long profile is in several pieces: the mark, the number of the piece, and how many there are. */
async function readFirstProfile(reader: CachedReader, { at, bytes }: SegmentBody) {
  const head = bytes >= 34 ? await reader.at(at, 14) : undefined;
  if (!head || readText(head, 0, ICC.length) !== ICC || head.getUint8(ICC.length) !== 1)
    return undefined;
  return readProfileSpace(reader, { at: at + 14, bytes: bytes - 14 });
}

async function readAdobeTransform(reader: CachedReader, { at, bytes }: SegmentBody) {
  const head = bytes >= 12 ? await reader.at(at, 12) : undefined;
  return head && readText(head, 0, 5) === "Adobe" ? head.getUint8(11) : undefined;
}

type ArtworkResult = { ok: true; artwork: ArtworkFindings } | { ok: false; reason: JpegProblem };

/** Reads a JPEG file like `readJpegHeader`, with the metadata that change how it looks. `size` is in bytes. */
export async function readArtwork(readRange: RangeReader, size: number): Promise<ArtworkResult> {
  const metadata: JpegMetadata = {};
  const frame = await readJpegFrame(readRange, size, (reader) => metadataVisitor(reader, metadata));
  if (typeof frame === "string") return { ok: false, reason: frame };
  const { components, marker } = frame;
  return {
    ok: true,
    artwork: {
      ...turned(frame, metadata.exif),
      components: components.length,
      coding: toCoding(marker),
      adobeTransform: metadata.adobeTransform ?? null,
      profile: metadata.profile ?? null,
    },
  };
}

/** Baseline and extended Huffman coding are SOF0 and SOF1, progressive is SOF2. */
function toCoding(marker: number): ArtworkFindings["coding"] {
  if (marker > 0xc2) return "rare";
  return marker === 0xc2 ? "progressive" : "sequential";
}
