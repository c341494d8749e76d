import type { SegmentBody, SegmentVisitor } from "./jpeg-segments";
import type { Looks } from "./range-reader";

/** The colour space an embedded profile is for. */
export type ProfileSpace = "rgb" | "cmyk" | "grey" | "other";

/** What a picture's metadata say that changes how it looks; fields are absent where it is silent. */
export interface JpegMetadata {
  /** EXIF: 1 is upright, 2 to 8 are turned or mirrored when shown. */
  orientation?: number;
  /** The Adobe marker: 0 colours as they are (RGB or CMYK), 1 YCbCr, 2 YCCK. */
  adobeTransform?: number;
  profile?: ProfileSpace;
}

const APP1 = 0xe1;
const APP2 = 0xe2;
const APP14 = 0xee;
const ORIENTATION_TAG = 0x0112;
const SHORT = 3;

const SPACES = new Map<string, ProfileSpace>([
  ["RGB ", "rgb"],
  ["CMYK", "cmyk"],
  ["GRAY", "grey"],
]);

/** Fills `found` from the segments it is shown; the first of each kind counts, as in browsers. */
export function metadataVisitor(looks: Looks, found: JpegMetadata): SegmentVisitor {
  return async (marker, body) => {
    if (marker === APP1) found.orientation ??= await readOrientation(looks, body);
    if (marker === APP2) found.profile ??= await readProfileSpace(looks, body);
    if (marker === APP14) found.adobeTransform ??= await readAdobeTransform(looks, body);
  };
}

/** The orientation in an EXIF block: a TIFF file (ISO 12234-2) behind six bytes. */
async function readOrientation(looks: Looks, { at, bytes }: SegmentBody) {
  const head = bytes >= 14 ? await looks.at(at, 14) : undefined;
  if (!head || text(head, 0, 6) !== "Exif\0\0") return undefined;
  const order = text(head, 6, 2);
  if (order !== "II" && order !== "MM") return undefined;
  const little = order === "II";

  const end = at + bytes;
  const directory = at + 6 + head.getUint32(10, little);
  const count = directory + 2 <= end ? await looks.at(directory, 2) : undefined;
  if (!count) return undefined;
  const entries = Math.min(count.getUint16(0, little), Math.floor((end - directory - 2) / 12));
  for (let index = 0; index < entries; index++) {
    const entry = await looks.at(directory + 2 + index * 12, 12);
    if (entry?.getUint16(0, little) !== ORIENTATION_TAG) continue;
    const value = entry.getUint16(8, little);
    const sound = entry.getUint16(2, little) === SHORT && value >= 1 && value <= 8;
    return sound ? value : undefined;
  }
  return undefined;
}

/** The colour space in an ICC profile's header, which is in the first of its pieces. */
async function readProfileSpace(looks: Looks, { at, bytes }: SegmentBody) {
  const head = bytes >= 34 ? await looks.at(at, 34) : undefined;
  if (!head || text(head, 0, 12) !== "ICC_PROFILE\0" || head.getUint8(12) !== 1) return undefined;
  return SPACES.get(text(head, 14 + 16, 4)) ?? "other";
}

async function readAdobeTransform(looks: Looks, { at, bytes }: SegmentBody) {
  const head = bytes >= 12 ? await looks.at(at, 12) : undefined;
  return head && text(head, 0, 5) === "Adobe" ? head.getUint8(11) : undefined;
}

function text(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, i) => String.fromCharCode(view.getUint8(at + i))).join("");
}
