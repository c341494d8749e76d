import type { ArtworkFindings } from "./artwork-findings";
import { readJpegFrame } from "./jpeg-header";
import type { JpegProblem, SegmentBody, SegmentVisitor } from "./jpeg-segments";
import type { CachedReader, RangeReader } from "./range-reader";

/** The colour space an embedded profile is for. */
type ProfileSpace = NonNullable<ArtworkFindings["profile"]>;

/** Metadata that change how a picture looks; absent fields are not in the file. */
interface JpegMetadata {
  exif?: { orientation: number; orientationAt: number };
  /** The Adobe marker: 0 colours as they are (RGB or CMYK), 1 YCbCr, 2 YCCK. */
  adobeTransform?: number;
  profile?: ProfileSpace;
}

const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;
/** From here on the picture is stored on its side. */
const LYING = 5;

const SPACES = new Map<string, ProfileSpace>([
  ["RGB ", "rgb"],
  ["CMYK", "cmyk"],
  ["GRAY", "grey"],
]);

/** Fills `metadata`; the first segment of each kind counts, as in browsers. */
function metadataVisitor(reader: CachedReader, metadata: JpegMetadata): SegmentVisitor {
  return async (marker, body) => {
    if (marker === APP1) metadata.exif ??= await readOrientation(reader, body);
    if (marker === APP2) metadata.profile ??= await readProfileSpace(reader, body);
    if (marker === APP14) metadata.adobeTransform ??= await readAdobeTransform(reader, body);
  };
}

/** The orientation in an EXIF block: a TIFF file (ISO 12234-2) behind six bytes. */
async function readOrientation(reader: CachedReader, { at, bytes }: SegmentBody) {
  const head = bytes >= 14 ? await reader.at(at, 14) : undefined;
  if (!head || readText(head, 0, 6) !== "Exif\0\0") return undefined;
  const order = readText(head, 6, 2);
  if (order !== "II" && order !== "MM") return undefined;
  const little = order === "II";

  const end = at + bytes;
  const directory = at + 6 + head.getUint32(10, little);
  const count = directory + 2 <= end ? await reader.at(directory, 2) : undefined;
  if (!count) return undefined;
  const entries = Math.min(count.getUint16(0, little), Math.floor((end - directory - 2) / 12));
  for (let index = 0; index < entries; index++) {
    const entry = await reader.at(directory + 2 + index * 12, 12);
    if (entry?.getUint16(0, little) !== ORIENTATION_TAG) continue;
    const value = entry.getUint16(8, little);
    const isValid = entry.getUint16(2, little) === SHORT && value >= 1 && value <= 8;
    const valueAt = directory + 2 + index * 12 + 8;
    return isValid
      ? { orientation: value, orientationAt: little ? valueAt : valueAt + 1 }
      : undefined;
  }
  return undefined;
}

/** The colour space of an ICC profile, from its first piece. */
async function readProfileSpace(reader: CachedReader, { at, bytes }: SegmentBody) {
  const head = bytes >= 34 ? await reader.at(at, 34) : undefined;
  if (!head || readText(head, 0, 12) !== "ICC_PROFILE\0" || head.getUint8(12) !== 1)
    return undefined;
  return SPACES.get(readText(head, 14 + 16, 4)) ?? "other";
}

async function readAdobeTransform(reader: CachedReader, { at, bytes }: SegmentBody) {
  const head = bytes >= 12 ? await reader.at(at, 12) : undefined;
  return head && readText(head, 0, 5) === "Adobe" ? head.getUint8(11) : undefined;
}

function readText(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join("");
}

type ArtworkResult = { ok: true; artwork: ArtworkFindings } | { ok: false; reason: JpegProblem };

/** Reads a JPEG file like `readJpegHeader`, with the metadata that change how it looks. `size` is in bytes. */
export async function readArtwork(readRange: RangeReader, size: number): Promise<ArtworkResult> {
  const metadata: JpegMetadata = {};
  const frame = await readJpegFrame(readRange, size, (reader) => metadataVisitor(reader, metadata));
  if (typeof frame === "string") return { ok: false, reason: frame };
  const { width, height, components, marker } = frame;
  const orientation = metadata.exif?.orientation ?? 1;
  return {
    ok: true,
    artwork: {
      ...(orientation >= LYING ? { width: height, height: width } : { width, height }),
      components: components.length,
      coding: toCoding(marker),
      orientation,
      orientationAt: metadata.exif?.orientationAt ?? null,
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
